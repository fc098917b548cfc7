export default {
  "page.title": "Invitation",

  "offer.annotate": "You are invited to annotate in",
  "offer.lead": "You are invited to lead",
  "offer.by": "Invited by {name}",
  "offer.languages": "In {languages}",

  "join.as": "Join as {name}",
  "join.other": "I am somebody else",
  "join.have": "I have an account",
  "join.new": "I need an account",

  "signup.title": "Welcome to Morel",
  "signup.text": "Leads then invite you to their projects.",

  "new.title": "Make your account",
  "new.name": "Your name",
  "new.name.hint": "As the leads see it. It is never part of the data.",
  "new.username": "Name to log in with",
  "new.password": "Password",
  "new.password.hint": "At least eight characters.",
  "new.submit": "Join",

  "wrong.username_taken": "Somebody here is called so already. Choose another name, or log in if it is you.",
  "wrong.username": "Letters, digits and @ . + - _ only.",
  "wrong.password_too_short": "Too short: at least eight characters.",
  "wrong.password_too_common": "Too common: it would be guessed.",
  "wrong.password_too_similar": "Too much like your name.",
} as const;
