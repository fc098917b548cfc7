export default {
  /* Workspace */

  "title.annotate": "Annotate · {project}",

  "queue.item": "Item {n} of {total}",
  "queue.done": "{done} of {total} submitted",
  "queue.progress": "{done} of {total} items submitted",
  "queue.name": "Item navigation",
  "queue.previous": "Previous item",
  "queue.next": "Next item",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Guidelines",

  "keys.name": "Keys",

  "answer.name": "Answer",
  "answer.empty": "Empty answer: counted as an abstention",
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
  "said.merged": { one: "{n} mark merged", other: "{n} marks merged" },
  "said.wiped": { one: "Removed {n} mark", other: "Removed {n} marks" },
  "said.selecting": "Selected “{quote}”, {start} to {end}",
  "said.undone": "Undone",
  "said.redone": "Redone",
  "said.restored": "Unsaved changes were restored and are being saved",

  "marks.count": { one: "{n} mark", other: "{n} marks" },
  "marks.none": "Drag over the words that are wrong, or double-click one.",
  "marks.none.touch": "Touch and hold a word that is wrong, move the ends of the selection, then tap Mark.",
  "marked.name": "Answer with its marks",
  "marked.start": "[mark: {label}]",
  "marked.end": "[end of mark]",
  "marks.none.said": "You chose “nothing to mark”.",
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
  "flags.cleared": "“Nothing to mark” was removed because there is a mark now.",
  "flags.missing": "Mark something, or choose “nothing to mark”.",

  "judge.missing": "Choose one.",

  "comment.name": "Comment",

  "consulted.name": "Also consulted",
  "consulted.add": "Wikipedia page",

  "act.submit": "Submit & next",
  "act.skip": "Skip…",
  "act.again": "Submit again",
  "act.keep": "Keep & next",
  "act.drop": "Discard changes",
  "act.drop.title": "Restore what you submitted. Undo brings the changes back.",
  "act.ask": "Ask…",
  "act.ask.name": "Ask the lead",
  "act.ask.news": { one: "Ask the lead: {n} new answer", other: "Ask the lead: {n} new answers" },
  "act.history": "Earlier versions",
  "given.reopened": "A lead has reopened this item. It counts again once you submit it.",
  "given.reopened.reason": "What to change:",
  "given.skipped": "You skipped this item. Submit it to take it back.",
  "given.expired":
    "The time for this item is over, and someone else may be working on it. Your submission is kept, and counts if the item still needs an annotator.",

  "saved.at": "Saved {time}",
  "saved.submitted": "Submitted {time}",
  "saved.edited": "Saved {time}, not submitted again yet",
  "saved.waiting": "Not saved yet…",
  "saved.sending": "Saving…",
  "saved.submitting": "Submitting…",
  "saved.network": "No connection: {changes}",
  "saved.server": "The server does not answer: {changes}",
  "saved.disk": "The server's disk is full: {changes}",
  "saved.network.submit": "No connection: the submit is queued",
  "saved.server.submit": "The server does not answer: the submit is queued",
  "saved.disk.submit": "The server's disk is full: the submit is queued",
  "saved.signedout": "Please log in again: {changes}",
  "saved.conflict": "Not saved: changed elsewhere",
  "saved.changes": { one: "{n} change not sent yet", other: "{n} changes not sent yet" },
  "saved.kept.yes": "{state}. Kept in this browser",
  "saved.kept.full": "{state}. This browser has no space left: keep the page open, and free some space",
  "saved.kept.nothing": "{state}. This browser does not store data: keep the page open",
  "saved.retry": "Retry now",
  "saved.surplus": "The item is complete: your work is kept, and counts if a lead accepts it",

  "signin.open": "Log in",

  "conflict.open": "Choose…",

  "reference.name": "Reference",
  "reference.none": "This item has no reference.",

  "next.failed": "Submitted. The next item could not be loaded.",
  "left.waiting": {
    one: "{n} item waits to be sent. It is kept in this browser.",
    other: "{n} items wait to be sent. They are kept in this browser.",
  },
  "left.unreadable": "This browser keeps work that this version of the page cannot read. It is not lost.",
  "left.stuck": "Not sent, needs your decision: “{question}”",
  "left.open": "Open it",
  "left.details": "Details…",
  "leave.unsent": "Some of your work is not saved yet. Leave anyway?",
  "leave.logout":
    "Some of your work is not sent yet. It stays in this browser, and is sent when you log in here again. Log out anyway?",

  /* Marking tools */

  "marks.name": "Marks",
  "marks.remove": "Remove “{quote}”",
  "marks.relabel": "Label of “{quote}”",
  "marks.help": "Arrow keys go through the marks, Enter goes to the edges of one, Backspace removes it.",
  "skip.why": "Why do you skip this item?",
  "skip.example": "For instance: not in a language I read",
  "skip.missing": "Enter a reason. The leads read it.",
  "skip.ok": "Skip",
  "strip.name": "Selected mark",
  "strip.start": "Start",
  "strip.end": "End",
  "strip.start.back": "Start one character earlier",
  "strip.start.on": "Start one character later",
  "strip.end.back": "End one character earlier",
  "strip.end.on": "End one character later",
  "strip.remove": "Remove mark",
  "handle.start": "Drag to move the start",
  "handle.end": "Drag to move the end",
  "selection.name": "Selected text",
  "selection.mark": "Mark",
  "selection.key": "Enter",
  "chooser.name": "Which mark?",
  "evidence.name": "Evidence",
  "evidence.add": "Add evidence for “{quote}”",
  "evidence.count": {
    one: "{n} piece of evidence for “{quote}”",
    other: "{n} pieces of evidence for “{quote}”",
  },
  "evidence.lacking": {
    one: "Evidence is asked for every mark, and {n} has none.",
    other: "Evidence is asked for every mark, and {n} have none.",
  },
  "evidence.lacking.show": "Show the next one",

  /* Own work */

  "queues.name": "My annotations",
  "queues.all": "Open on a separate page",
  "queues.tab": "{name} {n}",
  "queues.todo": "To do",
  "queues.draft": "Drafts",
  "queues.submitted": "Submitted",
  "queues.skipped": "Skipped",
  "queues.todo.none": "You have started every item assigned to you. The next item comes when you submit.",
  "queues.draft.none": "No drafts.",
  "queues.submitted.none": "Nothing is submitted yet.",
  "queues.skipped.none": "Nothing is skipped.",
  "queues.search": "Find in these questions",
  "queues.notfound": "None of the questions listed so far has these words.",

  "queues.current": "Current",
  "queues.reopened": "Reopened by a lead",
  "queues.edited": "Changed since, not submitted again",
  "queues.marks": { one: "{n} mark", other: "{n} marks" },
  "queues.nothing": "Nothing to mark",
  "queues.unsure": "Unsure",
  "queues.today": "Today: {n} submitted in {time}",

  "title.mine": "My annotations · {project}",
  "queue.continue": "Annotate",
  "mine.title": "My annotations",
  "mine.purpose": "Find your items again: continue drafts, and read or change what you submitted.",
  "mine.statistics": "My statistics",

  /* Revisions of an annotation */

  "history.name": "Earlier versions",
  "history.text": "Every save is kept. Restoring a version changes what is on the page; you can undo it.",
  "history.empty": "This item has no saved version yet.",
  "history.restore": "Restore this version",
  "history.restored": "An earlier version was restored",

  "history.submitted": "Submitted",
  "history.counts": "This one counts",
  "history.same": "Nothing changed",
  "history.added": { one: "{n} mark added", other: "{n} marks added" },
  "history.removed": { one: "{n} mark removed", other: "{n} marks removed" },
  "history.moved": { one: "{n} mark moved", other: "{n} marks moved" },
  "history.relabelled": { one: "{n} mark with another label", other: "{n} marks with another label" },
  "history.label": "{label}: {choice}",
  "history.none": "none",
  "history.nothing": "Nothing to mark",
  "history.nothing.off": "“Nothing to mark” removed",
  "history.unsure": "Unsure",
  "history.unsure.off": "No longer unsure",
  "history.comment": "Comment",
  "history.comment.changed": "Comment changed",
  "history.link": "Consulted",
  "history.links.changed": "Pages consulted changed",
  "history.evidence.changed": "Evidence changed",

  /* Save queue */

  "outbox.title": "Waiting to be sent",
  "outbox.text": "It is kept in this browser, for you alone, and sent as soon as possible.",
  "outbox.nothing": "Everything has been sent.",
  "outbox.item": "Item {item} of {project}",
  "outbox.since": "since {day}, {time}",
  "outbox.changes": { one: "{n} change", other: "{n} changes" },
  "outbox.submit": "to be submitted",
  "outbox.open": "Open",
  "outbox.export": "Export as JSON",
  "outbox.retry": "Try again now",
  "outbox.discard": "Discard…",
  "outbox.discard.sure": "Discard permanently? No server has it, and it cannot be restored.",
  "outbox.discard.yes": "Discard",
  "outbox.unreadable":
    "Kept by another version of Morel, in a form that this page cannot read. Reload the page; if that does not help, export it.",

  "outbox.state.waiting": "is being sent",
  "outbox.state.network": "no connection",
  "outbox.state.server": "the server does not answer",
  "outbox.state.disk": "the server's disk is full",
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

  /* Conflicts and login */

  "signin.title": "Log in again",
  "signin.text":
    "Your session has ended. Nothing is lost: what is on the page is sent as soon as you are back.",
  "signin.stranger":
    "You are logged in as someone else. The work on this page belongs to {name} and is not sent.",
  "conflict.title": "This item was changed elsewhere",
  "conflict.text":
    "While you worked here, another version was saved, perhaps by you in another window. Which one do you want to keep?",
  "conflict.mine": "On this page",
  "conflict.theirs": "Saved {time}",
  "conflict.keep": "Keep what is on this page",
  "conflict.adopt": "Take the saved version",
  "conflict.nothing": "Nothing to mark",
  "conflict.nomarks": "No marks",
  "conflict.unsure": "Unsure",
  "conflict.silent": "The reference is silent",

  /* No item */

  "done.title": "All done",
  "done.text": "You have submitted {n} of {total} items. Nothing else is waiting; new items appear here.",
  "noitems.title": "No items yet",
  "noitems.text": "There is nothing to annotate in your languages yet. A lead has to import items first.",
  "closed.title": "This language is closed",
  "closed.text":
    "The leads have closed the languages you work in. What you have submitted is kept and counts.",
  "paused.title": "Your work is paused",
  "paused.text":
    "A lead paused your work: you get no new items for now. What you have submitted is kept and counts.",
  "quota.title": "You have reached your quota",
  "quota.text":
    "You have the maximum number of items for one person. What you have submitted is kept and counts.",
  "done.mine": "Open my annotations",
  "done.projects": "Go to projects",
  "done.again": "Check again",
  "gone.title": "This item is not assigned to you",
  "gone.text": "It does not exist, or someone else has it. What you have submitted is kept.",
  "gone.next": "Continue with the next item",
  "language.title": "Which language do you want to work in?",
  "language.text":
    "You get items of this language until none is left. You can change it at any time under My annotations.",
  "language.done": "{language} is done",
  "language.done.text": "No items of this language wait for you. Continue with another one.",
  "language.todo": { one: "{n} item", other: "{n} items" },
  "language.all": "All languages, mixed",
  "language.name": "Language of the next items",

  /* Notice of long work */

  "notice.text":
    "{time} on this item so far. Take what it needs; if it cannot be decided, say that you are unsure, or skip it.",
  "notice.hide": "Hide this notice",
} as const;
