/* The stroke of a pressed key, in the notation of commands.ts. */

export type Keystroke = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "key">;

/** Returns the strokes of a press: by physical key, and by character if it has one. None with AltGr, which writes characters. */
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

/** Digits of the number pad count as digits of the number row. */
function placeOf(code: string): string {
  return code.replace(/^Numpad(?=\d$)/, "Digit").replace("NumpadEnter", "Enter");
}

/** On a layout without Latin letters, shortcuts are on the keys of the Latin layout. */
function signOf({ key, code }: Keystroke): string {
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  if (/^[？؟]$/.test(key)) return "?";
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "";
}
