export default {
  "read.title": "Read this before you begin",
  "read.again": "The guidelines have changed",
  "read.again.text":
    "You have accepted version {before}; this is version {n}. Please read it before you go on.",
  "read.text": "These are the guidelines of the project. Everyone who annotates works by them.",
  "read.accept": "I have read this and will work by it",
  "read.later": "They stay at hand while you work: press H.",
  "read.changed": "They were changed while you were reading: here is the newest version.",
} as const;
