export default {
  "page.title": "Settings · {project}",
  "page.name": "Settings",
  "page.saved": "Saved {time}",
  "page.saving": "Saving…",

  "project.title": "Project",
  "project.name": "Name",
  "project.description": "What it is about (annotators see it)",

  "work.title": "Who annotates what",
  "work.pool": "Pool: every item is given out until it has its annotations, least covered first.",
  "work.everyone": "Everyone annotates everything in their languages.",
  "work.balanced":
    "Balanced sample: so many items of each question, prompt and model are given out, least covered first.",
  "work.redundancy": "Annotations an item should get",
  "work.redundancy.hint": "More opens work at once; less takes nothing away.",
  "work.quota": "Items a person may have",
  "work.quota.hint": "Empty: any number.",
  "work.notice": "Seconds on an item before a notice",
  "work.notice.hint": "Empty: none. A quiet line, once an item; it hurries nobody.",
  "work.sample": "Items of each question, prompt and model",
  "work.sample.hint": "Chosen by chance that stays the same. More opens work; what was begun stays.",
  "work.languages": "Another number for a language",
  "work.whole": "A whole number, please.",

  "scheme.title": "What annotators say",

  "counting.title": "Agreement and gold",
  "counting.name": "Clean-up of marks before they are counted",
  "counting.mushroom-2025": "As in the data of Mu-SHROOM, ends go past blanks and punctuation.",
  "counting.merged": "As mushroom-2025, and marks that then meet are one.",
  "counting.raw": "As they were marked.",
  "counting.pending":
    "All figures are being recomputed under {policy}. Until that is done they stay those of {present}.",
  "counting.failed": "It stands still: {reason}",
  "counting.go-on": "Go on",
  "counting.far": "How far it is",

  "names.title": "Names",
  "names.anonymous": "Leads see pseudonyms instead of names",
  "names.hint":
    "In all pages and files of this project. Any lead can switch it off again, and names are shown to leads from then on.",

  "evidence.title": "Evidence and sources",
  "evidence.name": "Evidence for marks",
  "evidence.off": "Off",
  "evidence.optional": "Optional",
  "evidence.required": "Required",
  "evidence.other": "Links may lead elsewhere than to Wikipedia",

  "guide.title": "Guidelines",
  "guide.language": "Language",
  "guide.text": "Text, in Markdown",
  "guide.preview": "As annotators read it",
  "guide.empty": "Nothing written in this language yet.",
  "guide.version": "Version {n} is in force",
  "guide.draft": "Not published yet; kept in this browser",
  "guide.publish": "Publish as version {n}",
  "guide.back": "Back to version {n}",
  "guide.again": "Everyone reads it again before their next item",
  "guide.versions": "Versions",
  "guide.made": "Version {n} of {day}",
  "guide.accepted": "accepted by {n} of {total}",
  "guide.asked": "read again by everyone",

  "learn.title": "Learning",
  "learn.items": {
    one: "One training item comes before the work: items imported with kind “training” and their right marks.",
    other:
      "{n} training items come before the work: items imported with kind “training” and their right marks.",
  },
  "learn.tries": "Rounds in which to reach the pass mark",
  "learn.tries.hint": "Empty: nobody has to reach it.",
  "learn.mark": "Pass mark, %",
  "learn.mark.hint": "Agreement with the right marks, on average. Who shares nothing with them has 50.",
  "learn.checks": "One in so many items is a hidden check",
  "learn.checks.hint": {
    one: "Empty: none. There is one item of kind “check” with its right marks.",
    other: "Empty: none. There are {n} items of kind “check” with their right marks.",
  },

  "valid.title": "Curation",
  "valid.adjudication": "Curators may decide on items: gold then says where it comes from",
  "valid.text":
    "What these find is listed on Curation, where it is excluded under the rule’s name. Nothing is excluded by itself.",
  "valid.empty": "Nothing marked, and not said that there is nothing to mark",
  "valid.unsure": "Nothing marked by somebody who was unsure",
  "valid.fast": "Done in fewer seconds than",
  "valid.checks": "Of people who passed fewer hidden checks than, %",
  "valid.off": "Empty: any.",
} as const;
