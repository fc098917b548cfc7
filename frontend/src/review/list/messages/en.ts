export default {
  "items.title": "Items",
  "items.of": "Items of {project}",

  "filter.name": "Which items",
  "filter.language": "Language",
  "filter.language.all": "All languages",
  "filter.order": "Order",
  "filter.order.agreement": "Lowest agreement",
  "filter.order.ordinal": "Order of import",
  "filter.order.unknown": "There is no order “{order}”",
  "filter.search": "Search",
  "filter.search.hint": "Words of question or answer, or an id",

  "order.agreement.note": "Items with n ≥ 2, multiset IoU · {policy}",
  "order.ordinal.note": "All items, in the order of import",

  "row.agreement": "Agreement",
  "row.agreement.none": "–",
  "row.n": "{n} of {redundancy}",
  "row.n.title": "Counted annotations of those the item needs",
  "row.n.everyone": "n = {n}",
  "row.status.open": "open",
  "row.status.complete": "complete",
  "row.status.over-full": "over-full",
  "row.drafts": { one: "{n} draft", other: "{n} drafts" },
  "row.held": { one: "{n} holds it", other: "{n} hold it" },
  "row.surplus": { one: "{n} came late", other: "{n} came late" },
  "row.ties": { one: "{n} tie", other: "{n} ties" },
  "row.unsure": { one: "{n} unsure", other: "{n} unsure" },
  "row.comments": { one: "{n} comment", other: "{n} comments" },

  "items.shown": { one: "{n} item", other: "{n} items" },
  "items.shown.more": "the first {n} items",

  "none.items.title": "No items yet",
  "none.items.text": "Items are the questions and answers to be marked. Import a file of them to begin.",
  "none.items.import": "Import items",
  "none.agreement.title": "No item has two annotations yet",
  "none.agreement.text":
    "Agreement needs two people who have submitted the same item. Until then the items stand in the order of import.",
  "none.agreement.ordinal": "Show in order of import",
  "none.match.title": "Nothing matches",
  "none.match.text": "No item has these words in its question, its answer or its id.",
  "none.match.agreement":
    "No item with two annotations has these words in its question, its answer or its id. Others may.",
  "none.match.language": "There is no such item in this language.",
  "none.match.clear": "Show all items",
} as const;
