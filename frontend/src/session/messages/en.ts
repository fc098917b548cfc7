export default {
  "login.title": "Log in",
  "login.username": "Name",
  "login.password": "Password",
  "login.submit": "Log in",
  "login.wrong": "Name and password do not belong together.",
  "login.locked": {
    one: "Too many wrong passwords. Try again in one minute.",
    other: "Too many wrong passwords. Try again in {n} minutes.",
  },
  "login.forgotten": "Forgotten your password?",
  "login.signup": "Make an account",
  "login.note": "What you marked on this machine without a connection is kept, and sent once you are in.",
  "login.motto.alike": "The true morel has look-\u2060alikes.",
  "login.motto.facts": "So do facts.",
} as const;
