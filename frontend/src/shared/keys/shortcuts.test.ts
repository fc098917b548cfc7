// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { pressed } from "./pressed.testing";
import { commandOf, writesText } from "./shortcuts";

describe("a key", () => {
  it("submits with Ctrl or ⌘, also out of a text field", () => {
    expect(commandOf(pressed("Enter", "Enter", { ctrlKey: true }), true)).toEqual({ kind: "submit" });
    expect(commandOf(pressed("NumpadEnter", "Enter", { metaKey: true }), false)).toEqual({ kind: "submit" });
    expect(commandOf(pressed("Enter", "Enter"), false)).toBeNull();
  });

  it("does nothing else in a text field", () => {
    for (const code of ["KeyN", "KeyU", "KeyS", "KeyH", "Digit1", "Backspace", "Escape"]) {
      expect(commandOf(pressed(code), true)).toBeNull();
    }
    expect(commandOf(pressed("KeyZ", "z", { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(pressed("Slash", "?", { shiftKey: true }), true)).toBeNull();
  });

  it("undoes and redoes where the letter is printed", () => {
    expect(commandOf(pressed("KeyZ", "z", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
    expect(commandOf(pressed("KeyZ", "Z", { metaKey: true, shiftKey: true }), false)).toEqual({
      kind: "redo",
    });
    // QWERTZ has Y where QWERTY has Z, AZERTY has W.
    expect(commandOf(pressed("KeyY", "z", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
    expect(commandOf(pressed("KeyW", "z", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
    expect(commandOf(pressed("KeyZ", "y", { ctrlKey: true }), false)).toBeNull();
  });

  it("undoes on a layout without Latin letters as well", () => {
    expect(commandOf(pressed("KeyZ", "ئ", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
    expect(commandOf(pressed("KeyZ", "я", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
  });

  it("of the number row and of the number pad is a label's", () => {
    expect(commandOf(pressed("Digit3", "3"), false)).toEqual({ kind: "label", key: "3" });
    expect(commandOf(pressed("Digit3", "٣"), false)).toEqual({ kind: "label", key: "3" });
    expect(commandOf(pressed("Numpad3", "3"), false)).toEqual({ kind: "label", key: "3" });
  });

  it("with a modifier belongs to the browser, and with AltGr writes a sign", () => {
    expect(commandOf(pressed("KeyN", "n", { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(pressed("Digit1", "1", { altKey: true }), false)).toBeNull();
    expect(commandOf(pressed("Minus", "?", { ctrlKey: true, altKey: true }), false)).toBeNull();
  });

  it("stays at its place, wherever the layout has put its letter", () => {
    expect(commandOf(pressed("KeyH", "х"), false)).toEqual({ kind: "guidelines" });
  });

  it("lists the keys with a question mark, wherever the layout has it", () => {
    const keys = { kind: "keys" };
    expect(commandOf(pressed("Slash", "?", { shiftKey: true }), false)).toEqual(keys);
    expect(commandOf(pressed("Minus", "?", { shiftKey: true }), false)).toEqual(keys);
    expect(commandOf(pressed("Slash", "؟", { shiftKey: true }), false)).toEqual(keys);
    expect(commandOf(pressed("Slash", "/"), false)).toEqual({ kind: "find" });
  });

  it("goes to the next mark with Alt and the full stop, and to other items with the arrows", () => {
    expect(commandOf(pressed("Period", ".", { altKey: true }), false)).toEqual({ kind: "next-mark" });
    expect(commandOf(pressed("ArrowDown", "ArrowDown", { altKey: true }), false)).toEqual({ kind: "next" });
  });
});

describe("a key of one's own", () => {
  const own = { unsure: "KeyB", submit: "Ctrl+Shift+Enter", skip: "" };

  it("takes the place of the one that came with the command", () => {
    expect(commandOf(pressed("KeyB", "b"), false, own)).toEqual({ kind: "unsure" });
    expect(commandOf(pressed("KeyU", "u"), false, own)).toEqual({ kind: "label", key: "u" });
    expect(commandOf(pressed("Enter", "Enter", { ctrlKey: true, shiftKey: true }), true, own)).toEqual({
      kind: "submit",
    });
  });

  it("may be none", () => {
    expect(commandOf(pressed("KeyS", "s"), false, own)).toEqual({ kind: "label", key: "s" });
  });

  it("is silent where letters are no keys, with the scheme's", () => {
    const silent = { ...own, letters: "" };
    expect(commandOf(pressed("KeyB", "b"), false, silent)).toBeNull();
    expect(commandOf(pressed("Digit1", "1"), false, silent)).toBeNull();
    expect(commandOf(pressed("Backspace", "Backspace"), false, silent)).toEqual({ kind: "remove" });
  });
});

describe("a text field", () => {
  it("is where text is written, not where something is ticked", () => {
    document.body.innerHTML = `<textarea></textarea><input type="url"><input type="radio"><button></button>`;
    expect([...document.body.children].map(writesText)).toEqual([true, true, false, false]);
    expect(writesText(null)).toBe(false);
  });
});
