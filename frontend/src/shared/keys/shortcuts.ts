/*
 * Maps key presses to commands. In text fields only submit is a command. The page carries out the command.
 */
import { commandNames, hasLetters, strokeOf, type CommandName, type OwnKeys } from "./commands";
import { strokesOf, type Keystroke } from "./strokes";

export type Command =
  | { kind: CommandName | "deselect" }
  /** A key of the scheme: a span label or a choice. */
  | { kind: "label"; key: string };

export function commandOf(event: Keystroke, inField: boolean, own: OwnKeys = {}): Command | null {
  const strokes = strokesOf(event);
  const kind = commandNames.find((name) => strokes.includes(strokeOf(name, own)));
  if (kind === "submit") return { kind };
  if (inField) return null;
  if (kind) return { kind };
  const [place = ""] = strokes;
  if (place === "Escape") return { kind: "deselect" };
  if (place === "Delete") return { kind: "remove" };
  const key = hasLetters(own) ? /^(?:Digit|Key)([0-9A-Z])$/.exec(place)?.[1] : undefined;
  return key === undefined ? null : { kind: "label", key: key.toLowerCase() };
}

/** Returns whether the press is a command's key. For elements that carry out the command themselves. */
export function isKeyOf(command: CommandName, event: Keystroke, own: OwnKeys): boolean {
  return strokesOf(event).includes(strokeOf(command, own));
}

/** Returns whether typing in an element writes text. Radio buttons and checkboxes are inputs without text. */
export function writesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|button|submit)$/.test(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}
