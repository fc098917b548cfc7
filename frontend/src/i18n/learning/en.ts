export default {
  "read.title": "Read this before you begin",
  "read.again": "The guidelines have changed",
  "read.again.text":
    "You have accepted version {before}; this is version {n}. Please read it before you continue.",
  "read.text": "These are the guidelines of the project. Everyone who annotates works by them.",
  "read.accept": "I have read this and will work by it",
  "read.later": "You can open them at any time while you work: press H.",
  "read.changed": "They were changed while you were reading: here is the newest version.",

  "begin.title": "Training first",
  "begin.text": {
    one: "Before the work there is one training item. Annotate it as you would any other and submit it. Then you see your annotations beside the right ones, and why. Training is not counted.",
    other:
      "Before the work there are {n} training items. Annotate each as you would any other and submit it. Then you see your annotations beside the right ones, and why. Training is not counted.",
  },
  "begin.needed":
    "To begin the work, your annotations have to agree with the right ones by {needed} on average.",
  "begin.begin": "Begin",
  "lesson.title": "Training, {done} of {total}",
  "lesson.next": "Continue",
  "lesson.mine": "Your marks",
  "lesson.gold": "Right marks",
  "lesson.nothing": "nothing to mark",
  "lesson.between": " · ",
  "lesson.label": "{gold}; you chose: {mine}",
  "lesson.agreement": "Agreement",
  "lesson.why": "Why",
  "failed.title": "Not yet",
  "failed.text": "Your annotations agree with the right ones by {mean} on average; {needed} are needed.",
  "failed.tries": { one: "You have one more attempt.", other: "You have {n} more attempts." },
  "failed.again": "Repeat the training",
  "barred.title": "The training was not passed",
  "barred.text":
    "Your annotations agree with the right ones by {mean} on average; {needed} are needed, and no attempt is left. A lead of the project can give you another one.",
  "barred.again": "Check again",
  "barred.projects": "Go to projects",
} as const;
