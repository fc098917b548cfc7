/* Checks whether a stroke may be assigned to a command. */
import type { Scheme } from "../../api/types";
import { commandNames, commands, LETTERS, strokeOf, type CommandName, type OwnKeys } from "./commands";
import { keysOfClaims, placeOfKey } from "./listing";
import { strokesOf, type Keystroke } from "./strokes";

export type Objection =
  /** A key that pages do not receive, or that is needed for something else. */
  | { kind: "browser" | "needed" }
  /** Another command has it, and could give it away. */
  | { kind: "command"; command: CommandName }
  | { kind: "scheme"; text: string };

/** Keys of the browser, such as copy, close tab and find: pages do not receive them or must not use them. */
const ofBrowsers =
  /^(?:Ctrl\+(?:Shift\+)?(?:[acdfhjlnoprstuvwx+-]|Digit\d|F\d+)|Alt\+(?:ArrowLeft|ArrowRight|F4|Home|Key[DEF])|F(?:1|3|5|6|7|11|12))$/;

/** Keys that move the focus and the caret. */
const needed =
  /^(?:(?:Ctrl\+)?(?:Shift\+)?(?:Arrow.+|Home|End|Page.+|Tab)|(?:Shift\+)?(?:Enter|Space|Escape|Delete))$/;

/** Returns the pressed stroke, or null while only modifiers are down and for keys that pages do not receive. */
export function chosenStroke(event: Keystroke): string | null {
  if (!event.code || /^(?:Control|Shift|Alt|Meta|OS|CapsLock|Fn|Dead|Process)/.test(event.key)) return null;
  const [place = null, sign] = strokesOf(event);
  if (sign === undefined) return place;
  const letterOrDigit = /^(?:Key|Digit)/.test(event.code);
  // With Ctrl a letter is where it is printed, as in every program; alone it is a place, as all keys here.
  return letterOrDigit && !/^Ctrl\+(?:Shift\+)?[a-z]$/.test(sign) ? place : sign;
}

export function objectionTo(
  event: Keystroke,
  command: CommandName,
  own: OwnKeys,
  scheme: Scheme,
): Objection | null {
  const strokes = strokesOf(event);
  if (strokes.some((stroke) => ofBrowsers.test(stroke))) return { kind: "browser" };
  if (strokes.some((stroke) => needed.test(stroke))) return { kind: "needed" };
  const other = commandNames.find((name) => name !== command && strokes.includes(strokeOf(name, own)));
  if (other) return { kind: "command", command: other };
  const choices = scheme.item_labels.flatMap((label) => label.choices);
  const keyed = [...scheme.span_labels, ...choices, ...keysOfClaims(scheme)];
  const taken = keyed.find(({ key }) => key && strokes.includes(placeOfKey(key)));
  return taken ? { kind: "scheme", text: taken.text } : null;
}

/** Returns the strokes after a change; defaults have no entry. */
export function withStroke(own: OwnKeys, command: CommandName, stroke: string): Record<string, string> {
  const others = without(own, command);
  return stroke === commands[command] ? others : { ...others, [command]: stroke };
}

export function withLetters(own: OwnKeys, on: boolean): Record<string, string> {
  return on ? without(own, LETTERS) : { ...own, [LETTERS]: "" };
}

function without(own: OwnKeys, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(own).filter(([each]) => each !== name));
}
