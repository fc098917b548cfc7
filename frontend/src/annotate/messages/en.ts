export default {
  "title.annotate": "Annotate · {project}",

  "queue.item": "Item {n} of {total}",
  "queue.done": "{done} of {total} submitted",
  "queue.progress": "{done} of {total} items submitted",
  "queue.name": "Way through the items",
  "queue.previous": "Previous item",
  "queue.next": "Next item",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Guidelines",

  "keys.name": "Keys",

  "answer.name": "Answer",
  "snap.name": "Snap to",
  "snap.words": "Words",
  "snap.characters": "Characters",
  "snap.other": "Hold {key} while you drag for the other one",
  "labels.name": "Label of marks",
  "answer.undo": "Undo",
  "answer.redo": "Redo",
  "answer.help":
    "Arrow keys move a caret, with Shift they select, Enter marks what is selected. The list of marks follows the answer.",

  "said.marked": "Marked “{quote}”, {start} to {end}",
  "said.removed": "Removed the mark “{quote}”",
  "said.moved": "The mark is now “{quote}”, {start} to {end}",
  "said.relabelled": "“{quote}” is now {label}",
  "said.wiped": { one: "Removed {n} mark", other: "Removed {n} marks" },
  "said.selecting": "Selected “{quote}”, {start} to {end}",
  "said.undone": "Undone",
  "said.redone": "Done again",
  "said.restored": "What had not been saved is back, and is being saved",

  "marks.count": { one: "{n} mark", other: "{n} marks" },
  "marks.none": "Drag over the words that are wrong, or double-click one.",
  "marks.none.said": "You said that there is nothing to mark.",
  "marks.clear": "Clear all",
  "marks.length": { one: "{n} character", other: "{n} characters" },

  "flags.nothing": "Nothing to mark",
  "flags.unsure": "Unsure",
  "flags.ask": {
    one: "There is {n} mark. Remove it?",
    other: "There are {n} marks. Remove them?",
  },
  "flags.ask.yes": { one: "Remove it", other: "Remove them" },
  "flags.ask.no": { one: "Keep it", other: "Keep them" },
  "flags.cleared": "“Nothing to mark” was taken off, since there is a mark now.",
  "flags.missing": "Mark something, or say that there is nothing to mark.",

  "judge.missing": "Please choose one.",

  "comment.name": "Comment",

  "consulted.name": "Also consulted",
  "consulted.add": "Wikipedia page",

  "act.submit": "Submit & next",
  "act.skip": "Skip…",
  "act.again": "Submit again",
  "act.drop": "Drop changes",
  "act.drop.title": "Back to what you submitted. Undo brings the changes back.",
  "act.ask": "Ask…",
  "act.ask.name": "Ask the lead",
  "act.ask.news": { one: "Ask the lead: {n} new answer", other: "Ask the lead: {n} new answers" },
  "act.history": "Earlier versions",
  "given.skipped": "You skipped this item. Submitting takes it up again.",
  "given.expired":
    "The time for this item is over, and it may be with somebody else. What you submit is kept, and counts if there is still room.",

  "saved.at": "Saved {time}",
  "saved.submitted": "Submitted {time}",
  "saved.edited": "Saved {time}, not submitted again yet",
  "saved.waiting": "Not saved yet…",
  "saved.sending": "Saving…",
  "saved.submitting": "Submitting…",
  "saved.network": "No connection: {changes}",
  "saved.server": "The server does not answer: {changes}",
  "saved.network.submit": "No connection: the submit is queued",
  "saved.server.submit": "The server does not answer: the submit is queued",
  "saved.signedout": "Please log in again: {changes}",
  "saved.conflict": "Not saved: changed elsewhere",
  "saved.refused": "Not saved: {detail}",
  "saved.changes": { one: "{n} change not sent yet", other: "{n} changes not sent yet" },
  "saved.kept.yes": "{state}. Kept in this browser",
  "saved.kept.full": "{state}. This browser has no room to keep it: leave the page open, and make room",
  "saved.kept.nothing": "{state}. This browser keeps nothing: leave the page open",
  "saved.retry": "Retry now",
  "saved.surplus": "Others were faster: kept, counted if a lead accepts it",

  "signin.open": "Log in",

  "conflict.open": "Choose…",

  "reference.name": "Reference",
  "reference.none": "This item has no reference.",

  "next.failed": "Submitted. The next item did not come.",
  "left.waiting": {
    one: "{n} item waits to be sent. It is kept in this browser.",
    other: "{n} items wait to be sent. They are kept in this browser.",
  },
  "left.unreadable":
    "This browser keeps work of yours that cannot be read by this version of the page. It is not lost.",
  "left.stuck": "Not sent, and needs you: “{question}”",
  "left.open": "Open it",
  "left.details": "Details…",
  "leave.unsent": "Some of your work is not saved yet. Leave all the same?",
  "leave.logout":
    "Some of your work is not sent yet. It stays in this browser, and is sent once you log in here again. Log out all the same?",
} as const;
