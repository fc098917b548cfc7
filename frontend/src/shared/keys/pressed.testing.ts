/* A keyboard event for tests. */
import type { Keystroke } from "./strokes";

export const pressed = (code: string, key = "", held: Partial<Keystroke> = {}): Keystroke => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
