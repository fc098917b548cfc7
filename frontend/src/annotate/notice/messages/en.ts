export default {
  "notice.text":
    "{time} on this item so far. Take what it needs; if it cannot be decided, say that you are unsure, or skip it.",
  "notice.hide": "Hide this notice",
} as const;
