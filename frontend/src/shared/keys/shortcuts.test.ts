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

  it("undoes and redoes at the printed letter", () => {
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

  it("of the number row or the number pad selects a label", () => {
    expect(commandOf(pressed("Digit3", "3"), false)).toEqual({ kind: "label", key: "3" });
    expect(commandOf(pressed("Digit3", "٣"), false)).toEqual({ kind: "label", key: "3" });
    expect(commandOf(pressed("Numpad3", "3"), false)).toEqual({ kind: "label", key: "3" });
  });

  it("with a modifier is left to the browser, and with AltGr types a character", () => {
    expect(commandOf(pressed("KeyN", "n", { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(pressed("Digit1", "1", { altKey: true }), false)).toBeNull();
    expect(commandOf(pressed("Minus", "?", { ctrlKey: true, altKey: true }), false)).toBeNull();
  });

  it("is a physical key, independent of the layout", () => {
    expect(commandOf(pressed("KeyH", "х"), false)).toEqual({ kind: "guidelines" });
  });

  it("opens the key list with a question mark on any layout", () => {
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

describe("a custom key", () => {
  const own = { unsure: "KeyB", submit: "Ctrl+Shift+Enter", skip: "" };

  it("replaces the default key of its command", () => {
    expect(commandOf(pressed("KeyB", "b"), false, own)).toEqual({ kind: "unsure" });
    expect(commandOf(pressed("KeyU", "u"), false, own)).toEqual({ kind: "label", key: "u" });
    expect(commandOf(pressed("Enter", "Enter", { ctrlKey: true, shiftKey: true }), true, own)).toEqual({
      kind: "submit",
    });
  });

  it("may be missing", () => {
    expect(commandOf(pressed("KeyS", "s"), false, own)).toEqual({ kind: "label", key: "s" });
  });

  it("is disabled with the scheme's keys if letters are not keys", () => {
    const silent = { ...own, letters: "" };
    expect(commandOf(pressed("KeyB", "b"), false, silent)).toBeNull();
    expect(commandOf(pressed("Digit1", "1"), false, silent)).toBeNull();
    expect(commandOf(pressed("Backspace", "Backspace"), false, silent)).toEqual({ kind: "remove" });
  });
});

describe("a text field", () => {
  it("is a text input, not a checkbox", () => {
    document.body.innerHTML = `<textarea></textarea><input type="url"><input type="radio"><button></button>`;
    expect([...document.body.children].map(writesText)).toEqual([true, true, false, false]);
    expect(writesText(null)).toBe(false);
  });
});
