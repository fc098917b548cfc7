/* A key as it is pressed, in the words of the table of commands. */

export type Keystroke = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "key">;

/** The ways to name what was pressed: by its place, and by its sign where it has one. None for AltGr, which writes signs. */
export function strokesOf(event: Keystroke): string[] {
  const control = event.ctrlKey || event.metaKey;
  if (control && event.altKey) return [];
  const held = (control ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "");
  const shift = event.shiftKey ? "Shift+" : "";
  const strokes = [`${held}${shift}${placeOf(event.code)}`];
  const sign = signOf(event);
  // Shift is part of a sign such as "?", and with a letter it is a key of its own.
  if (sign) strokes.push(`${held}${/[a-z]/.test(sign) ? shift : ""}${sign}`);
  return strokes;
}

/** The number pad is as good as the row of numbers. */
function placeOf(code: string): string {
  return code.replace(/^Numpad(?=\d$)/, "Digit").replace("NumpadEnter", "Enter");
}

/** A layout without Latin letters has the shortcuts of programs where the Latin one has them. */
function signOf({ key, code }: Keystroke): string {
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  if (/^[？؟]$/.test(key)) return "?";
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "";
}
