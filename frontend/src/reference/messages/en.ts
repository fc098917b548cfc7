export default {
  "reference.name": "Reference",
  "reference.wikipedia": "{language} Wikipedia",
  "reference.text": "Reference text",
  "reference.publication": "Publication",
  "reference.revision": "revision {revision}",
  "reference.open": "Open the page",
  "reference.contents": "Contents",
  "reference.top": "Top",
  "reference.link": "The text of this reference is not stored here. Read it at its source:",

  "find.name": "Find in page",
  "find.count": "{at} of {total}",
  "find.none": "No hit",
  "find.on": "Next hit (Enter)",
  "find.back": "Previous hit (Shift Enter)",
} as const;
