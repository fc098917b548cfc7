export default {
  "projects.title": "Projects",
  "projects.new": "New project",
  "projects.morning": "Good morning, {name}",
  "projects.afternoon": "Good afternoon, {name}",
  "projects.evening": "Good evening, {name}",
  "projects.today": { one: "{n} answer submitted today", other: "{n} answers submitted today" },
  "projects.today.none": "Nothing submitted yet today",

  "projects.languages": { one: "{n} language", other: "{n} languages" },
  "projects.role": "{role} · {languages}",

  "next.stopped": "You stopped in the middle of “{question}”.",
  "next.draft": {
    one: "{n} mark is kept as a draft.",
    other: "{n} marks are kept as a draft.",
  },
  "next.draft.none": "It is kept as a draft, without a mark so far.",
  "next.start": {
    one: "There is {n} answer you have not done yet.",
    other: "There are {n} answers you have not done yet.",
  },
  "next.done": "{done} of {total} done",
  "next.drafts": { one: "{n} draft", other: "{n} drafts" },
  "next.skipped": "{n} skipped",
  "next.continue": "Continue",
  "next.begin": "Begin",
  "next.mine": "My annotations",

  "card.todo": "To do",
  "card.submitted": "Submitted",
  "card.drafts": "Drafts",
  "card.complete": "Complete",
  "card.agreement": "Agreement, {items}",
  "card.items": { one: "{n} item", other: "{n} items" },
  "card.agreement.none": "not yet",
  "card.policy": "Policy",
  "card.mine": "My own work",
  "card.annotate": "Annotate",
  "card.progress": "{percent} complete",

  "empty.title": "No project yet",
  "empty.text":
    "A project holds answers to check, the people who mark them, and the gold that comes out. As soon as somebody adds you to one, it is here.",
  "empty.admin":
    "You look after this server: projects begin with you. Whoever leads one imports answers and invites people.",
} as const;
