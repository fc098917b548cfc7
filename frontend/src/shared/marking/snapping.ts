/*
 * What drags snap to: words by default, characters in scripts without spaces between words. The choice is stored per person and
 * language.
 */
import type { Snap } from "../../text/snap";
import { preferences } from "../preferences/preferences.svelte";

const UNSPACED = new Set([
  "Hani",
  "Hans",
  "Hant",
  "Jpan",
  "Hira",
  "Kana",
  "Thai",
  "Laoo",
  "Khmr",
  "Mymr",
  "Tibt",
]);
const LETTERS = /\p{L}/gu;
const UNSPACED_LETTERS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/gu;
/** The length of text that is enough to detect its script. */
const SAMPLE = 500;

/** Returns the default for the script of the language, or of the text if the language has no script. */
export function firstSnap(language: string, text: string): Snap {
  const script = scriptOf(language);
  const unspaced = script === null ? isUnspaced(text.slice(0, SAMPLE)) : UNSPACED.has(script);
  return unspaced ? "characters" : "words";
}

function scriptOf(language: string): string | null {
  if (/^(?:und|mul|mis|zxx)(?:-|$)/i.test(language)) return null;
  try {
    return new Intl.Locale(language).maximize().script ?? null;
  } catch {
    return null;
  }
}

function isUnspaced(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return 2 * count(UNSPACED_LETTERS) > count(LETTERS);
}

/** Returns the person's choice for the language, or the default of its script. Reactive. */
export function snapFor(language: string, text: string): Snap {
  const chosen = preferences.snap[language];
  return chosen === "words" || chosen === "characters" ? chosen : firstSnap(language, text);
}

export function chooseSnap(language: string, snap: Snap) {
  preferences.change({ snap: { ...preferences.snap, [language]: snap } });
}
