/*
 * Where a mark begins and ends that was drawn by an unsteady hand: at whole words, if the person wishes. What is stored is
 * what is then shown as marked, never what the hand touched. All offsets are code points.
 */
import type { TextIndex, TextRange } from "./offsets";
import { snapToGraphemes } from "./selection";

export type Snap = "words" | "characters";

/**
 * Words that are touched are taken whole; blanks and punctuation at either end are left out, unless there is nothing else.
 * Symbols are no punctuation: a mark may end in an emoji or a currency, and in the few signs that Unicode files wrongly.
 */
export function snapToWords(index: TextIndex, range: TextRange): TextRange {
  let first = index.wordAt(range.start);
  while (hangs(index, first)) {
    if (first.end >= range.end) return range;
    first = index.wordAt(first.end);
  }
  let last = index.wordAt(range.end - 1);
  while (hangs(index, last)) last = index.wordAt(last.start - 1);
  return snapToGraphemes(index, { start: first.start, end: last.end }) ?? range;
}

type Word = ReturnType<TextIndex["wordAt"]>;

function hangs(index: TextIndex, word: Word): boolean {
  return !word.isWord && /^(?:\s|(?![%‰‱#&@§])\p{P}|\p{C})+$/u.test(index.slice(word.start, word.end));
}
