/* Texts that several subjects share. */

export default {
  "app.name": "Morel",
  "app.title": "{page} · Morel",
  "app.loading": "Loading…",
  "app.retry": "Try again",
  "app.close": "Close",
  "app.cancel": "Cancel",
  "app.more": "Show more",
  "app.link": "The link",
  "app.copy": "Copy",
  "app.copied": "Copied",
  "app.undo": "Undo",

  "nav.home": "Morel, projects",
  "nav.overview": "Overview",
  "nav.items": "Items",

  "display.name": "Display",

  "bell.name": "Notifications",
  "bell.unread": { one: "Notifications, {n} unread", other: "Notifications, {n} unread" },
  "account.name": "{initials}, account of {name}",
  "account.projects": "Projects",
  "account.tasks": "Shared tasks",
  "account.own": "Account",
  "account.logout": "Log out",

  "role.annotator": "Annotator",
  "role.lead": "Lead",

  "names.shown": "Leads have seen names since {since}. Their reason:",
  "names.shown.until": "Leads could see names from {since} to {until}. Their reason:",
  "language.none": "No language",
  "number.percent": "{n} %",
  "number.of": "{done} of {total}",

  "time.now": "just now",
  "time.minutes": "{n} min",
  "time.hours": "{h} h {min} min",

  "page.missing": "Nothing here",
  "page.missing.text": "There is no page at this address, or it is not one of yours.",
  "page.missing.home": "To the projects",
  "page.broken": "This page could not be loaded",

  "error.network": "No connection",
  "error.network.text": "The server does not answer. It will work again once the connection is back.",
  "error.answer": "The server gave an answer that Morel does not understand",
  "error.answer.text": "Status {status}. If this stays, tell the people who run this server.",
  "error.unknown": "Something went wrong",
} as const;
