import { describe, expect, it } from "vitest";
import { keysInForce } from "./listing";

const scheme = {
  version: 1,
  uses_spans: true,
  unit: "characters" as const,
  evidence: "off" as const,
  consistency_rules: [],
  span_labels: [
    { name: "h", text: "Hallucination", color: 1, key: "1", texts: {} },
    { name: "o", text: "Other", color: 2, key: "", texts: {} },
  ],
  item_labels: [
    {
      name: "tone",
      text: "Tone",
      texts: {},
      required: false,
      choices: [{ name: "warm", text: "Warm", key: "w", texts: {} }],
    },
  ],
};
const lines = (...arguments_: Parameters<typeof keysInForce>) =>
  keysInForce(...arguments_).flatMap((group) =>
    group.lines.map((line) => `${"command" in line ? line.command : line.strokes.join(" ")}: ${line.text}`),
  );

describe("the key sheet", () => {
  it("lists the scheme's keys, and omits labels without a key", () => {
    expect(lines(scheme, true)).toEqual(
      expect.arrayContaining(["Digit1: Hallucination", "KeyW: Tone: Warm"]),
    );
    expect(lines(scheme, true).join()).not.toContain("Other");
  });

  it("lists the guidelines only if there are any", () => {
    expect(lines(scheme, true)).toContain("guidelines: Guidelines");
    expect(lines(scheme, false).join()).not.toContain("Guidelines");
  });

  it("does not mention marks if the scheme has none", () => {
    const noSpans = { ...scheme, uses_spans: false, span_labels: [] };
    expect(lines(noSpans, false)).toEqual([
      "undo: Undo",
      "redo: Redo",
      "KeyW: Tone: Warm",
      "unsure: Unsure",
      "submit: Submit & next",
      "skip: Skip the item, with a reason",
      "previous: Previous item",
      "next: Next item",
      "find: Find in the reference",
      "look-up: Look up the selection in the reference",
      "queues: My annotations",
      "history: Earlier versions",
      "ask: Ask the lead",
      "keys: This list",
    ]);
  });

  it("gives claims the digits that the scheme leaves free, and no keys of drawing", () => {
    const [label] = scheme.span_labels.map((each) => ({ ...each, key: "" }));
    const claims = { ...scheme, unit: "claims" as const, span_labels: label ? [label] : [] };
    expect(lines(claims, false).slice(0, 8)).toEqual([
      "Digit1: Incorrect",
      "Digit2: Correct",
      "Digit3: Rest of sentence correct",
      "ArrowLeft ArrowRight: Previous, next claim",
      "Home End: First, last claim",
      "Enter: Incorrect, or correct again",
      "undo: Undo",
      "redo: Redo",
    ]);
    expect(lines(claims, false).join()).not.toMatch(/drag|caret|nothing/i);
  });
});
