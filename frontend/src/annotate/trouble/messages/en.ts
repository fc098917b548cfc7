export default {
  "signin.title": "Log in again",
  "signin.text":
    "Your session has ended. Nothing is lost: what is on the page is sent as soon as you are back.",
  "signin.stranger":
    "You are logged in as somebody else. What is on this page belongs to {name} and is not sent.",
  "conflict.title": "This item was changed elsewhere",
  "conflict.text":
    "While you worked here, another version was saved, perhaps by you in another window. Which one is to stand?",
  "conflict.mine": "On this page",
  "conflict.theirs": "Saved {time}",
  "conflict.keep": "Keep what is on this page",
  "conflict.adopt": "Take the saved version",
  "conflict.nothing": "Nothing to mark",
  "conflict.nomarks": "No marks",
  "conflict.unsure": "Unsure",
  "conflict.silent": "The reference is silent",
} as const;
