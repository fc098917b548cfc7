export default {
  "broken.any": "Text is marked, but “{label}” is “{choice}”.",
  "broken.none": "Nothing is marked, but “{label}” is “{choice}”.",
  "broken.mark": "Text is marked as “{mark}”, but “{label}” is “{choice}”.",
  "broken.choice": "“{other}” is “{value}”, but “{label}” is “{choice}”.",
  overridden: "Submitted anyway: {sentence}",

  "ask.name": "Contradiction",
  "ask.hint": "Change one of them, or submit again to keep both.",
  "ask.go": "Go to “{label}”",
} as const;
