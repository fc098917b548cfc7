export default {
  way: "Log in with {name}",
  "back.cancelled": "It was cancelled there. Nothing has changed.",
  "back.failed": "It did not work. Try once more, and if it fails again, tell whoever looks after this site.",
  "back.by_invitation":
    "Nobody here logs in with that account yet. Follow the link of an invitation, or log in by name and password and link it on your account page.",
  "back.account_closed": "Your account here is closed. Ask whoever looks after this site.",
  "back.sign_on_taken": "That account belongs to somebody else here.",
  "back.linked": "It is linked: from now on you can log in with it.",
  "linked.name": "Accounts you log in with",
  "linked.hint":
    "An account elsewhere can be another way into this one. Nothing of it is kept but who you are there.",
  "linked.none": "There is no password here: you log in with an account elsewhere.",
  "linked.gone": "No longer offered here",
  "link.password": "Your password here, to link an account",
  "link.add": "Link {name}",
  "unlink.do": "Unlink",
  "unlink.name": "Unlink {what}",
} as const;
