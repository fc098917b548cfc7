// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { commandOf, isMac, keyNames, writesText, type Keystroke } from "./shortcuts";

const stroke = (code: string, held: Partial<Keystroke> = {}): Keystroke => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  key: "",
  ...held,
});

describe("a key", () => {
  it("submits with Ctrl or ⌘, also out of a text field", () => {
    expect(commandOf(stroke("Enter", { ctrlKey: true }), true)).toEqual({ kind: "submit" });
    expect(commandOf(stroke("NumpadEnter", { metaKey: true }), false)).toEqual({ kind: "submit" });
    expect(commandOf(stroke("Enter"), false)).toBeNull();
  });

  it("does nothing else in a text field", () => {
    for (const code of ["KeyN", "KeyU", "KeyS", "KeyH", "Digit1", "Backspace", "Escape"]) {
      expect(commandOf(stroke(code), true)).toBeNull();
    }
    expect(commandOf(stroke("KeyZ", { ctrlKey: true }), true)).toBeNull();
  });

  it("undoes and redoes", () => {
    expect(commandOf(stroke("KeyZ", { ctrlKey: true }), false)).toEqual({ kind: "undo" });
    expect(commandOf(stroke("KeyZ", { metaKey: true, shiftKey: true }), false)).toEqual({ kind: "redo" });
  });

  it("of the number row and of the number pad is a label's", () => {
    expect(commandOf(stroke("Digit3"), false)).toEqual({ kind: "label", key: "3" });
    expect(commandOf(stroke("Numpad3"), false)).toEqual({ kind: "label", key: "3" });
  });

  it("with a modifier belongs to the browser", () => {
    expect(commandOf(stroke("KeyN", { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(stroke("Digit1", { altKey: true }), false)).toBeNull();
  });

  it("opens the guidelines, wherever the layout has put its letter", () => {
    expect(commandOf(stroke("KeyH"), false)).toEqual({ kind: "guidelines" });
  });

  it("lists the keys with a question mark, wherever the layout has it", () => {
    const keys = { kind: "keys" };
    expect(commandOf(stroke("Slash", { shiftKey: true, key: "?" }), false)).toEqual(keys);
    expect(commandOf(stroke("Minus", { shiftKey: true, key: "?" }), false)).toEqual(keys);
    expect(commandOf(stroke("Slash", { shiftKey: true, key: "؟" }), false)).toEqual(keys);
    expect(commandOf(stroke("Slash", { shiftKey: true, key: "?" }), true)).toBeNull();
    expect(commandOf(stroke("Slash", { key: "/" }), false)).toBeNull();
  });

  it("goes to the next mark with Alt and the full stop", () => {
    expect(commandOf(stroke("Period", { altKey: true }), false)).toEqual({ kind: "next-mark" });
  });

  it("goes to the item before and after with Alt and an arrow", () => {
    expect(commandOf(stroke("ArrowUp", { altKey: true }), false)).toEqual({ kind: "previous" });
    expect(commandOf(stroke("ArrowDown", { altKey: true }), false)).toEqual({ kind: "next" });
    expect(commandOf(stroke("ArrowDown", { altKey: true }), true)).toBeNull();
    expect(commandOf(stroke("ArrowDown"), false)).toBeNull();
  });
});

describe("a text field", () => {
  it("is where text is written, not where something is ticked", () => {
    document.body.innerHTML = `<textarea></textarea><input type="url"><input type="radio"><button></button>`;
    expect([...document.body.children].map(writesText)).toEqual([true, true, false, false]);
    expect(writesText(null)).toBe(false);
  });
});

describe("a key's name", () => {
  it("is the one on the person's keyboard", () => {
    expect(keyNames("Shift Ctrl Z", false)).toBe("Shift Ctrl Z");
    expect(keyNames("Shift Ctrl Z", true)).toBe("⇧ ⌘ Z");
    expect(keyNames("Ctrl Enter", true)).toBe("⌘ Enter");
  });

  it("is a Mac's on Apple's machines", () => {
    expect(isMac("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15")).toBe(true);
    expect(isMac("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe(false);
  });
});
