export default {
  "answer.name": "Answer",
  "answer.help": "Arrow keys go from claim to claim. Enter marks a claim as incorrect, or as correct again.",
  "head.claims": { one: "Answer · {n} claim", other: "Answer · {n} claims" },
  "head.punctuation": {
    one: "Answer · {n} claim, cut at punctuation",
    other: "Answer · {n} claims, cut at punctuation",
  },

  "state.open": "not judged",
  "state.correct": "correct",
  "state.incorrect": "incorrect",
  "claim.state": "Claim {n} of {total}: {state}",
  "said.judged": "“{quote}”: {state}",
  "said.all": "All claims are judged.",

  "overview.name": "Claims in reading order",

  "panel.name": "Current claim",
  "panel.state": "Claim {n} of {total} · {state}",
  "panel.arrows": "Previous, next claim",
  "panel.judge": "Judge the claim",
  "act.incorrect": "Incorrect",
  "act.correct": "Correct",
  "act.rest": "Rest of sentence correct",
  "act.rest.short": "Rest correct",

  asked: { one: "{n} claim is not judged yet.", other: "{n} claims are not judged yet." },
  "asked.go": "Go to the next one",

  "list.name": "Incorrect claims",
  "list.count": { one: "{n} incorrect claim", other: "{n} incorrect claims" },
  "list.none": "Click a claim that is wrong, or judge claims with the keyboard.",
  "list.none.touch": "Tap a claim that is wrong, or use the buttons.",
  "list.correct": "Set “{quote}” to correct",

  "keys.claims": "Claims",
  "keys.move": "Previous, next claim",
  "keys.ends": "First, last claim",
  "keys.toggle": "Incorrect, or correct again",
} as const;
