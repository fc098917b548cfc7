export default {
  "choose.row": "Choose {id}",
  "choose.all": "All of this list",
  "bar.name": "What to do with the chosen items",
  "bar.all": "All of this list is chosen",
  "bar.some": {
    one: "{n} item chosen",
    other: "{n} items chosen",
  },
  "bar.clear": "Choose none",
  "bar.assign.who": "Assign to",
  "bar.assign.do": "Assign",
  "bar.take": "Take back",
  "bar.take.title": "From whoever holds them and has not submitted them",
  "bar.reopen": "Re-open",
  "bar.reopen.title": "What was submitted is a draft again until it is submitted anew",
  "done.assign": {
    one: "{n} item is assigned to {name}.",
    other: "{n} items are assigned to {name}.",
  },
  "done.take": {
    one: "{n} item was taken back.",
    other: "{n} items were taken back.",
  },
  "done.reopen": {
    one: "{n} annotation is open again.",
    other: "{n} annotations are open again.",
  },
  "done.nothing": "There was nothing to change.",
  "done.undo": "Undo",
  "done.undone": "Undone.",
} as const;
