/* The texts of what waits to be sent, and of why it is not taken. */

export default {
  "outbox.title": "What waits to be sent",
  "outbox.text": "It is kept in this browser for you alone, and sent as soon as it can be.",
  "outbox.nothing": "Nothing waits any more: the server has everything.",
  "outbox.item": "Item {item} of {project}",
  "outbox.since": "since {day}, {time}",
  "outbox.changes": { one: "{n} change", other: "{n} changes" },
  "outbox.submit": "to be submitted",
  "outbox.open": "Open",
  "outbox.export": "Export as JSON",
  "outbox.retry": "Try again now",
  "outbox.discard": "Discard…",
  "outbox.discard.sure": "Discard for good? It is on no server, and cannot be brought back.",
  "outbox.discard.yes": "Discard it",
  "outbox.unreadable":
    "Kept by another version of Morel, in a form that this page cannot read. Reload the page; if that does not help, export it.",

  "outbox.state.waiting": "is being sent",
  "outbox.state.network": "no connection",
  "outbox.state.server": "the server does not answer",
  "outbox.state.signedout": "waits for you to log in again",
  "outbox.state.conflict": "changed elsewhere: open it and choose a version",

  "refused.no_project":
    "Not saved: you do not belong to this project any more. Ask a lead; until then your work stays in this browser, and can be exported",
  "refused.not_yours":
    "Not saved: this item is not yours, or has been given to others. Ask a lead; your work stays in this browser, and can be exported",
  "refused.item_gone":
    "Not saved: this item was taken out of the project. Your work stays in this browser, and can be exported",
  "refused.language_closed":
    "Not submitted: this language is closed. What you marked is stored as a draft; ask a lead whether it still counts",
  "refused.too_large":
    "Not saved: this is more than the server takes at once. Shorten the comment or export your work",
  "refused.unknown_label":
    "Not saved: the project’s labels have been changed. Reload the page, and look over the labels of this item",
  "refused.wrong_answer":
    "Not saved: the answer on this page is not the one that is stored. Export your work, and reload the page",
  "refused.incomplete": "Not submitted: {detail}",
  "refused.other": "Not saved: {detail}",
} as const;
