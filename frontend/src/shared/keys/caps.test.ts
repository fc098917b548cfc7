import { describe, expect, it, test } from "vitest";
import { ariaKeysOf, capsOf, isMac } from "./caps.svelte";

describe("a key's name", () => {
  it("is the one on the user's keyboard", () => {
    expect(capsOf("Ctrl+Shift+z", false)).toBe("Ctrl Shift Z");
    expect(capsOf("Ctrl+Shift+z", true)).toBe("⌘ ⇧ Z");
    expect(capsOf("Ctrl+Enter", true)).toBe("⌘ Enter");
    expect(capsOf("Alt+Period", false)).toBe("Alt .");
    expect(capsOf("KeyN", false)).toBe("N");
    expect(capsOf("Digit3", false)).toBe("3");
    expect(capsOf("?", false)).toBe("?");
    expect(capsOf("Backspace", true)).toBe("⌫");
  });

  it("may be only modifiers", () => {
    expect(capsOf("Alt+", false)).toBe("Alt");
    expect(capsOf("", false)).toBe("");
  });

  it("is a Mac's on Apple's machines", () => {
    expect(isMac("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15")).toBe(true);
    expect(isMac("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe(false);
  });
});

test.each([
  ["Ctrl+Enter", "Control+Enter"],
  ["Ctrl+Shift+z", "Control+Shift+Z"],
  ["Alt+ArrowUp", "Alt+ArrowUp"],
  ["Alt+Period", "Alt+."],
  ["KeyN", "N"],
  ["?", "?"],
  ["", ""],
])("%s is %s to screen readers", (stroke, keys) => expect(ariaKeysOf(stroke, false)).toBe(keys));

test("Ctrl is the command key to screen readers of a Mac", () => {
  expect(ariaKeysOf("Ctrl+Enter", true)).toBe("Meta+Enter");
});
