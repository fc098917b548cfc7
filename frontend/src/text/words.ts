/*
 * The word a hand means. The browser's segmenter (Unicode's rules, dictionaries for scripts without blanks) takes an elided
 * article and the noun behind it for one word, and stops at the no-break space in "12 000": here an annotator can mark the
 * noun alone, and gets the number whole. All offsets are code points.
 */
import type { TextIndex, TextRange } from "./offsets";

export type Word = TextRange & { isWord: boolean };

/**
 * What French, Italian and Catalan write in one with the next word, by a straight or a curly apostrophe. The lists are closed, so
 * that "aujourd’hui", "quelqu’un", "o’clock" and "don’t" stay whole.
 */
const ELIDED =
  /^(?:[cdjlmnstv]|(?:jus|lors|puis|quoi)?qu|(?:[dns]?[aeu]|da|co|pe)ll|(?:ness|alc|ciasc|qualc)?un|(?:qu|b)ell|quest|tutt|anch|com|dov|cos|senz|mezz|sant|grand)['’](?=\p{L})/iu;
const POSSESSIVE = /['’]s$/iu;
/** Thousands apart by a space that does not break: what is one number to French, Polish and Swedish readers. */
const GROUPED = /(?<!\p{Nd})\p{Nd}{1,3}(?:[\u00a0\u2009\u202f]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?/gu;
const LONGEST_NUMBER = 24;

/** The word, or the run between two words, around an offset. */
export function wordAt(index: TextIndex, offset: number): Word {
  const word = index.wordAt(offset);
  return numberAround(index, offset) ?? (word.isWord ? partOf(word, index, offset) : word);
}

function partOf(word: Word, index: TextIndex, offset: number): Word {
  const text = index.slice(word.start, word.end);
  const tail = word.end - (POSSESSIVE.test(text) ? 2 : 0);
  if (offset >= tail) return { ...word, start: tail };
  const head = word.start + (ELIDED.exec(text.slice(0, text.length - (word.end - tail)))?.[0].length ?? 0);
  return offset < head ? { ...word, end: head } : { ...word, start: head, end: tail };
}

function numberAround(index: TextIndex, offset: number): Word | null {
  const from = Math.max(offset - LONGEST_NUMBER, 0);
  const near = index.slice(from, offset + LONGEST_NUMBER);
  if (!/[\u00a0\u2009\u202f]/.test(near)) return null;
  for (const { 0: number, index: at } of near.matchAll(GROUPED)) {
    const start = from + [...near.slice(0, at)].length;
    const end = start + [...number].length;
    if (start <= offset && offset < end) return { start, end, isWord: true };
  }
  return null;
}
