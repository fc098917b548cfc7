export default {
  "references.title": "References",
  "references.served": {
    one: "{served} of {n} item has its Wikipedia page",
    other: "{served} of {n} items have their Wikipedia page",
  },
  "references.snapshots": { one: "{n} snapshot", other: "{n} snapshots" },
  "references.none":
    "No item refers to a Wikipedia page. Items that are imported with a wikipedia_url do, and their pages are fetched from here.",
  "references.off":
    "Fetching pages is turned off on this server (MOREL_WIKIPEDIA). Annotators see the address of a page instead of its text.",
  "references.unread": "How the references stand could not be read",

  "fetch.missing": "Fetch references",
  "fetch.missing.title": "Fetches the pages of which nothing is stored yet",
  "fetch.resume": "Go on fetching",
  "fetch.all": "Fetch all anew",
  "fetch.all.title":
    "Takes a new snapshot of every page that has changed. Items that were shown to somebody keep theirs.",
  "fetch.stop": "Stop",
  "fetch.failed": "This could not be begun",

  "run.waiting": "Waits for its turn",
  "run.running": "Pages asked for: {done} of {n}",
  "run.text": "It goes on when you leave this page.",
  "run.stopped": "Stopped at page {done} of {n}. What was fetched is kept.",
  "run.ended": "Ended early, at page {done} of {n}. What was fetched is kept.",

  "problems.title": { one: "{n} page could not be had", other: "{n} pages could not be had" },
  "problems.stored": "An earlier snapshot is there.",
  "problems.items": { one: "Item {items}", other: "Items {items}" },
  "problems.more": { one: "{items} and {n} more", other: "{items} and {n} more" },
  "problems.fix":
    "What does not exist under its title has to be imported with another one; what was not reached can be tried again.",
} as const;
