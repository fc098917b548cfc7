/*
 * To what this person's drags snap: words at first, and characters in scripts that write no blanks between words, where a word is
 * what a dictionary says. What is chosen holds for the person and the language.
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
/** Enough of a text to know its script. */
const SAMPLE = 500;

/** By the script of the language; where the tag says none, by that of the text. */
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

/** What this person has chosen for the language, else what suits its script. Reactive. */
export function snapFor(language: string, text: string): Snap {
  const chosen = preferences.snap[language];
  return chosen === "words" || chosen === "characters" ? chosen : firstSnap(language, text);
}

export function chooseSnap(language: string, snap: Snap) {
  preferences.change({ snap: { ...preferences.snap, [language]: snap } });
}
