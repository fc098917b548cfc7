import { expect, it } from "vitest";
import { capOfVerdict, verdictOf } from "./keys";

const press = (code: string, key: string, more = {}) => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

it("finds the verdict by the physical key, on every layout", () => {
  expect(verdictOf(press("KeyA", "a"), {})).toBe("accept");
  expect(verdictOf(press("KeyA", "ش"), {})).toBe("accept");
  expect(verdictOf(press("KeyR", "r"), {})).toBe("reject");
  expect(verdictOf(press("KeyN", "n"), {})).toBe("unusable");
  expect(verdictOf(press("KeyX", "x"), {})).toBeNull();
});

it("keeps keys with Ctrl or Alt for the browser, but for undo", () => {
  expect(verdictOf(press("KeyA", "a", { ctrlKey: true }), {})).toBeNull();
  expect(verdictOf(press("KeyR", "r", { ctrlKey: true }), {})).toBeNull();
  expect(verdictOf(press("KeyZ", "z", { ctrlKey: true }), {})).toBe("undo");
  expect(verdictOf(press("KeyU", "u", { ctrlKey: true }), { undo: "Ctrl+u" })).toBe("undo");
});

it("takes no letters where they are turned off", () => {
  expect(verdictOf(press("KeyA", "a"), { letters: "" })).toBeNull();
  expect(capOfVerdict("accept", { letters: "" })).toBe("");
  expect(capOfVerdict("accept", {})).toBe("A");
});
