/* The commands of the workspace and their default keys.

   A stroke is modifiers and one key: a physical key (KeyN, Period, ArrowUp: event.code), the same on every layout, or a character
   (z, ?: event.key), for keys that people know by what is printed on them. Ctrl is ⌘ on a Mac. */

export const commandNames = [
  "submit",
  "undo",
  "redo",
  "remove",
  "next-mark",
  "mark-exact",
  "nothing",
  "unsure",
  "skip",
  "previous",
  "next",
  "find",
  "look-up",
  "attach",
  "guidelines",
  "queues",
  "history",
  "ask",
  "keys",
] as const;

export type CommandName = (typeof commandNames)[number];

export const commands: Readonly<Record<CommandName, string>> = {
  submit: "Ctrl+Enter",
  undo: "Ctrl+z",
  redo: "Ctrl+Shift+z",
  remove: "Backspace",
  "next-mark": "Alt+Period",
  "mark-exact": "Alt+Enter",
  nothing: "KeyN",
  unsure: "KeyU",
  skip: "KeyS",
  previous: "Alt+ArrowUp",
  next: "Alt+ArrowDown",
  find: "/",
  "look-up": "KeyL",
  attach: "KeyE",
  guidelines: "KeyH",
  queues: "KeyQ",
  history: "KeyR",
  ask: "KeyA",
  keys: "?",
};

/** A person's own strokes by command; "" is no stroke. A command without an entry has its default. */
export type OwnKeys = Readonly<Record<string, string>>;

/** The entry that turns off all keys that write a character: dictation or a sleeve on the keyboard triggers them by accident
    (WCAG 2.2, 2.1.4). */
export const LETTERS = "letters";

export function strokeOf(command: CommandName, own: OwnKeys): string {
  const stroke = own[command] ?? commands[command];
  return hasLetters(own) || !isCharacter(stroke) ? stroke : "";
}

export const hasLetters = (own: OwnKeys) => own[LETTERS] !== "";

/** Returns whether the stroke writes a character in a text field. */
export function isCharacter(stroke: string): boolean {
  return /^(?:Shift\+)?(?:Key.|Digit.|Numpad.+|[^A-Za-z]|[a-z]|Period|Comma|Slash|Backslash|Minus|Equal|Semicolon|Quote|Backquote|Bracket.+|Intl.+|Space)$/.test(
    stroke,
  );
}
