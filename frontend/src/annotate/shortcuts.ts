/*
 * Keys, matched by their place on the keyboard (event.code), so that they work on every layout. Inside text fields all of
 * them but submit are off. Which key means what lies here; what it then does is the page's.
 */

export type Command =
  | {
      kind:
        | "submit"
        | "undo"
        | "redo"
        | "remove"
        | "deselect"
        | "next-mark"
        | "nothing"
        | "unsure"
        | "skip"
        | "previous"
        | "next"
        | "guidelines"
        | "keys";
    }
  /** A key of the scheme: a span label or a choice. */
  | { kind: "label"; key: string };

export type Keystroke = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "key">;

const plain: Readonly<Record<string, Command>> = {
  KeyN: { kind: "nothing" },
  KeyU: { kind: "unsure" },
  KeyS: { kind: "skip" },
  KeyH: { kind: "guidelines" },
  Backspace: { kind: "remove" },
  Delete: { kind: "remove" },
  Escape: { kind: "deselect" },
};

export function commandOf(stroke: Keystroke, inField: boolean): Command | null {
  const command = stroke.ctrlKey || stroke.metaKey;
  if (command && !stroke.altKey && /^(?:Numpad)?Enter$/.test(stroke.code)) return { kind: "submit" };
  if (inField) return null;
  if (command && !stroke.altKey && stroke.code === "KeyZ") return { kind: stroke.shiftKey ? "redo" : "undo" };
  if (stroke.altKey && !command && stroke.code === "Period") return { kind: "next-mark" };
  if (stroke.altKey && !command && stroke.code === "ArrowUp") return { kind: "previous" };
  if (stroke.altKey && !command && stroke.code === "ArrowDown") return { kind: "next" };
  // The one key known by its sign: that is what the button shows, and layouts have it in many places.
  if (!command && (/^[?？؟]$/.test(stroke.key) || (stroke.shiftKey && stroke.code === "Slash"))) {
    return { kind: "keys" };
  }
  if (command || stroke.altKey || stroke.shiftKey) return null;
  const character = /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(stroke.code)?.[1];
  return plain[stroke.code] ?? (character ? { kind: "label", key: character.toLowerCase() } : null);
}

/** Does typing here write text? Radio buttons and checkboxes are fields too, but nothing is written into them. */
export function writesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|button|submit)$/.test(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

export function isMac(agent = navigator.userAgent): boolean {
  return /\b(?:Macintosh|iPhone|iPad)\b/.test(agent);
}

const onMac: Readonly<Record<string, string>> = { Ctrl: "⌘", Alt: "⌥", Shift: "⇧", Backspace: "⌫" };

/** "Ctrl Enter", and on a Mac "⌘ Enter". */
export function keyNames(keys: string, mac = isMac()): string {
  return mac ? keys.replace(/\w+/g, (key) => onMac[key] ?? key) : keys;
}
