/*
 * To what this person's drags snap. Characters at first: they take exactly what was drawn, in every text. What is chosen
 * holds for the person, and apart for scripts that write no blanks between words, where a word is what a dictionary says.
 */
import type { Snap } from "../text/snap";

export const firstSnap: Snap = "characters";

export function storedSnap(person: string, language: string): Snap {
  try {
    return localStorage.getItem(keyOf(person, language)) === "words" ? "words" : firstSnap;
  } catch {
    return firstSnap;
  }
}

export function storeSnap(person: string, language: string, snap: Snap) {
  try {
    localStorage.setItem(keyOf(person, language), snap);
  } catch {
    // Storage is refused: the choice holds for the item in hand.
  }
}

function keyOf(person: string, language: string): string {
  const kind = /^(?:zh|yue|ja|th|lo|km|my)(?:-|$)/i.test(language) ? "unspaced" : "spaced";
  return `morel.snap.${kind}.${person}`;
}
