export default {
  /* Account and password reset */

  "page.title": "Account",
  "page.purpose": "Change your password, your email address and how you sign in.",
  "password.name": "Password",
  "password.old": "Current password",
  "password.new": "New password",
  "password.hint": "At least eight characters. You are logged out everywhere else.",
  "password.change": "Change the password",
  "password.changed": "The password is changed.",
  "password.none": "This account has no password. You open it by its link.",
  "email.name": "Email address",
  "email.hint":
    "Links to a new password are sent here, and notices of logins from new browsers and of changes to the second factor. The notifications that you choose are sent here too.",
  "email.change": "Save the address",
  "email.changed": "The address is saved.",
  "sessions.name": "Where you are logged in",
  "sessions.here": "This browser",
  "sessions.unknown": "Unknown browser",
  "sessions.on": "{browser} on {system}",
  "sessions.seen": "Last seen {when}",
  "sessions.end": "Log out there",
  "sessions.end.name": "Log out of {what}",
  "sessions.others": "Log out everywhere else",
  "factor.name": "Second factor",
  "factor.off": "Off. With it, a login by password also asks for a code of an app on your phone.",
  "factor.on": {
    one: "On. One recovery code is left.",
    other: "On. {n} recovery codes are left.",
  },
  "factor.set_up": "Set up",
  "factor.scan": "Scan this with an authenticator app. Then enter the code that the app shows.",
  "factor.qr": "QR code for an authenticator app",
  "factor.secret": "Or enter this secret in the app:",
  "factor.code": "Code",
  "factor.turn_on": "Turn on",
  "factor.turn_off": "Turn off",
  "factor.renew": "Create new recovery codes",
  "factor.codes":
    "These are your recovery codes. Each replaces a code of the app once, if you lose your phone. Store them safely: they are not shown again.",
  "wrong.wrong_code": "This code is wrong, too old or used already.",
  "wrong.not_password": "This is not your password.",
  "wrong.email": "This is not an email address.",
  "wrong.password_too_short": "Too short: at least eight characters.",
  "wrong.password_too_common": "Too common: it would be guessed.",
  "wrong.password_too_similar": "Too much like your name.",
  "reset.title": "A new password",
  "reset.text": "Enter the email address of your account. You receive a link to choose a new password.",
  "reset.ask": "Send the link",
  "reset.sent":
    "If an account has this address, the link is on its way. It is valid for one day and works once.",
  "reset.for": "For the account {name}",
  "reset.set": "Set the password",
  "reset.done": "Your new password is set. Log in with it.",
  "reset.over": "This link is no longer valid",
  "reset.over.text": "It was used already, is too old, or is incomplete. Ask for a new one.",
  "reset.again": "Send a new link",
  "reset.login": "To the login",

  /* Invitation and new account */

  "join.title": "Invitation",

  "offer.annotate": "You are invited to annotate in",
  "offer.lead": "You are invited to lead",
  "offer.by": "Invited by {name}",
  "offer.languages": "In {languages}",

  "join.as": "Join as {name}",
  "join.other": "I am someone else",
  "join.have": "I have an account",
  "join.new": "I need an account",

  "signup.title": "Welcome to Morel",
  "signup.text": "Leads then invite you to their projects.",

  "setup.title": "Set up this site",
  "setup.text":
    "You create the account of the site administrator, who creates projects and decides who else may.",
  "setup.submit": "Create the account",
  "setup.over": "This set-up link is not valid any more",
  "setup.over.text":
    "The site has been set up already, or the server has been started again since, or the link is older than a day. If there is no account yet, start the server again: it prints a new link.",

  "new.title": "Create your account",
  "new.name": "Your name",
  "new.name.hint": "As the leads see it. It is never part of the data.",
  "new.username": "Name to log in with",
  "new.password": "Password",
  "new.password.hint": "At least eight characters.",
  "new.submit": "Join",

  "signup.wrong.username_taken": "This name is taken. Choose another name, or log in if it is you.",
  "signup.wrong.username": "Letters, digits and @ . + - _ only.",
  "signup.wrong.password_too_short": "Too short: at least eight characters.",
  "signup.wrong.password_too_common": "Too common: it would be guessed.",
  "signup.wrong.password_too_similar": "Too much like your name.",

  /* Login */

  "login.title": "Log in",
  "login.username": "Name",
  "login.password": "Password",
  "login.submit": "Log in",
  "login.wrong": "Name or password is wrong.",
  "login.code.hint": "Six digits of your authenticator app, or a recovery code.",
  "login.locked": {
    one: "Too many wrong passwords. Try again in one minute.",
    other: "Too many wrong passwords. Try again in {n} minutes.",
  },
  "login.forgotten": "Forgotten your password?",
  "login.signup": "Create an account",
  "login.setup":
    "No one has an account here yet. Open the set-up link that the server printed when it was started.",
  "login.note":
    "Marks that you made on this device without a connection are kept. They are sent after you log in.",
  "login.motto.alike": "The true morel has look-\u2060alikes.",
  "login.motto.facts": "So do facts.",

  /* Single sign-on */

  way: "Log in with {name}",
  "back.cancelled": "It was cancelled there. Nothing has changed.",
  "back.failed": "It did not work. Try again. If it fails again, contact the site administrator.",
  "back.by_invitation":
    "No account here is linked to that login yet. Follow the link of an invitation, or log in by name and password and link it on your account page.",
  "back.account_closed": "Your account here is closed. Contact the site administrator.",
  "back.sign_on_taken": "That account belongs to someone else here.",
  "back.linked": "It is linked: from now on you can log in with it.",
  "linked.name": "Accounts you log in with",
  "linked.hint": "You can also log in with an account elsewhere. Morel stores only who you are there.",
  "linked.none": "This account has no password. Log in with a linked account.",
  "linked.gone": "No longer offered here",
  "link.password": "Your password here, to link an account",
  "link.add": "Link {name}",
  "unlink.do": "Unlink",
  "unlink.name": "Unlink {what}",
} as const;
