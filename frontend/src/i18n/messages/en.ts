export default {
  "ask.name": "Ask the lead",
  "ask.label": "Your question about this item",
  "ask.others": "Your other questions",
  "ask.open": "Open the item",

  "thread.name": "Messages",
  "thread.you": "You",
  "thread.gone": "A former member",
  "thread.note": "You and the leads see this. It is never part of the data.",
  "thread.note.lead": "The annotator and all leads see this. It is never part of the data.",
  "thread.send": "Send",
  "thread.sending": "Sending…",

  "list.waits": "waits for an answer",
  "list.unread": { one: "{n} unread", other: "{n} unread" },
  "list.more": "Show more",

  "page.title": "Questions · {project}",
  "page.name": "Questions",
  "page.filter": "Show",
  "page.waiting": "Waiting",
  "page.all": "All",
  "page.answer": "Your answer",
  "page.item": "Look at the item",
  "page.none": "No question waits for you",
  "page.none.text": "When an annotator asks about an item, you can read and answer it here.",
  "page.none.all": "No questions yet",
} as const;
