import { describe, expect, it } from "vitest";
import { chosenStroke, objectionTo, withStroke } from "./changing";
import { commandNames, commands, strokeOf } from "./commands";
import { pressed } from "./pressed.testing";

const scheme = {
  version: 1,
  uses_spans: true,
  unit: "characters" as const,
  evidence: "off" as const,
  consistency_rules: [],
  span_labels: [{ name: "h", text: "Hallucination", color: 1, key: "1", texts: {} }],
  item_labels: [
    {
      name: "tone",
      text: "Tone",
      texts: {},
      required: true,
      choices: [{ name: "warm", text: "Warm", key: "w", texts: {} }],
    },
  ],
};

describe("a key that is chosen", () => {
  it("is a physical key, or with Ctrl the printed letter", () => {
    expect(chosenStroke(pressed("KeyB", "b"))).toBe("KeyB");
    expect(chosenStroke(pressed("KeyB", "и"))).toBe("KeyB");
    expect(chosenStroke(pressed("KeyY", "z", { ctrlKey: true }))).toBe("Ctrl+z");
    expect(chosenStroke(pressed("ArrowUp", "ArrowUp", { altKey: true }))).toBe("Alt+ArrowUp");
  });

  it("is the character if it is neither letter nor digit", () => {
    expect(chosenStroke(pressed("Minus", "?", { shiftKey: true }))).toBe("?");
    expect(chosenStroke(pressed("Digit1", "!", { shiftKey: true }))).toBe("Shift+Digit1");
  });

  it("is incomplete while only modifiers are pressed", () => {
    expect(chosenStroke(pressed("ShiftLeft", "Shift", { shiftKey: true }))).toBeNull();
    expect(chosenStroke(pressed("ControlLeft", "Control", { ctrlKey: true }))).toBeNull();
    expect(chosenStroke(pressed("AltRight", "AltGraph", { altKey: true }))).toBeNull();
  });
});

describe("a key is refused", () => {
  const objection = (event: ReturnType<typeof pressed>, own = {}) =>
    objectionTo(event, "unsure", own, scheme);

  it("if the browser uses it", () => {
    for (const letter of ["w", "t", "n", "c", "v", "f"]) {
      const event = pressed(`Key${letter.toUpperCase()}`, letter, { ctrlKey: true });
      expect(objection(event)).toEqual({ kind: "browser" });
    }
    expect(objection(pressed("F5", "F5"))).toEqual({ kind: "browser" });
  });

  it("if it is needed for navigation", () => {
    for (const place of ["ArrowUp", "Enter", "Space", "Home"]) {
      expect(objection(pressed(place, place))).toEqual({ kind: "needed" });
    }
  });

  it("if another command has it, also by its letter or after a change", () => {
    expect(objection(pressed("KeyN", "n"))).toEqual({ kind: "command", command: "nothing" });
    expect(objection(pressed("KeyY", "z", { ctrlKey: true }))).toEqual({ kind: "command", command: "undo" });
    expect(objection(pressed("KeyB", "b"), { skip: "KeyB" })).toEqual({ kind: "command", command: "skip" });
  });

  it("if claims are judged by it", () => {
    const claims = { ...scheme, unit: "claims" as const, item_labels: [] };
    const event = pressed("Digit2", "2");
    expect(objectionTo(event, "unsure", {}, claims)).toEqual({ kind: "scheme", text: "Correct" });
    expect(objectionTo(event, "unsure", {}, { ...claims, unit: "characters" })).toBeNull();
  });

  it("if the scheme uses it", () => {
    expect(objection(pressed("Numpad1", "1"))).toEqual({ kind: "scheme", text: "Hallucination" });
    expect(objection(pressed("KeyW", "w"))).toEqual({ kind: "scheme", text: "Warm" });
  });

  it("in no other case, its own key included", () => {
    expect(objection(pressed("KeyU", "u"))).toBeNull();
    expect(objection(pressed("KeyB", "b"))).toBeNull();
    expect(objection(pressed("KeyN", "n"), { nothing: "" })).toBeNull();
  });
});

describe("custom keys", () => {
  it("have no entry for default keys", () => {
    const own = withStroke({ skip: "KeyX" }, "unsure", "KeyB");
    expect(own).toEqual({ skip: "KeyX", unsure: "KeyB" });
    expect(withStroke(own, "unsure", commands.unsure)).toEqual({ skip: "KeyX" });
  });

  it("without letters leave only keys with Ctrl or Alt, or that type nothing", () => {
    const own = { letters: "" };
    const left = commandNames.filter((name) => strokeOf(name, own));
    expect(left).toEqual(["submit", "undo", "redo", "remove", "next-mark", "mark-exact", "previous", "next"]);
  });
});
