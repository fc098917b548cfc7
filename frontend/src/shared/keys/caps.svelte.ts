/* The names of keys as printed on the person's keyboard. */
import { preferences } from "../preferences/preferences.svelte";
import { strokeOf, type CommandName } from "./commands";

/** The characters of the keyboard layout, in browsers that provide it. */
type Layout = { get(code: string): string | undefined };

declare global {
  interface Navigator {
    readonly keyboard?: { getLayoutMap?: () => Promise<Layout> };
  }
}

class Caps {
  layout = $state.raw<Layout>(new Map<string, string>());

  constructor() {
    // Refused within a frame of another page.
    navigator.keyboard?.getLayoutMap?.().then(
      (layout) => (this.layout = layout),
      () => {},
    );
  }
}

const caps = new Caps();

/** Returns "Ctrl Enter", on a Mac "⌘ Enter"; "" if the command has no key. */
export function capOf(command: CommandName): string {
  return capsOf(strokeOf(command, preferences.keys));
}

/** Returns the key of a command for `aria-keyshortcuts`, such as "Control+Enter". */
export function ariaKeys(command: CommandName): string | undefined {
  return ariaKeysOf(strokeOf(command, preferences.keys)) || undefined;
}

export function ariaKeysOf(stroke: string, mac = isMac()): string {
  const [, held = "", key = ""] = /^((?:(?:Ctrl|Alt|Shift)\+)*)(.*)$/.exec(stroke) ?? [];
  const named = /^(?:Arrow|Backspace|Enter|Escape)/.test(key) ? key : printed(key);
  return held.replace("Ctrl", mac ? "Meta" : "Control") + (named.length === 1 ? named.toUpperCase() : named);
}

export function capsOf(stroke: string, mac = isMac()): string {
  const [, held = "", key = ""] = /^((?:(?:Ctrl|Alt|Shift)\+)*)(.*)$/.exec(stroke) ?? [];
  return [
    ...held
      .split("+")
      .slice(0, -1)
      .map((name) => (mac && onMac[name]) || name),
    capOfKey(key, mac),
  ]
    .filter(Boolean)
    .join(" ");
}

function capOfKey(key: string, mac: boolean): string {
  const sign = printed(key);
  return (mac && onMac[sign]) || (sign.length === 1 ? sign.toUpperCase() : sign);
}

function printed(key: string): string {
  return caps.layout.get(key) ?? signs[key] ?? key.replace(/^(?:Key|Digit)(?=.$)/, "");
}

export function isMac(agent = navigator.userAgent): boolean {
  return /\b(?:Macintosh|iPhone|iPad)\b/.test(agent);
}

const onMac: Readonly<Record<string, string>> = { Ctrl: "⌘", Alt: "⌥", Shift: "⇧", Backspace: "⌫" };

const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Period: ".",
  Comma: ",",
  Slash: "/",
  Backslash: "\\",
  Minus: "-",
  Equal: "=",
  Semicolon: ";",
  Quote: "'",
  Backquote: "`",
  BracketLeft: "[",
  BracketRight: "]",
};
