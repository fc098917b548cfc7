/*
 * Finds words. It corrects the browser's segmenter (Unicode rules, dictionaries for scripts without spaces) in two cases: an
 * elided article is separate from its noun, and a number with no-break spaces ("12 000") is one word. All offsets are code
 * points.
 */
import type { TextIndex, TextRange } from "./offsets";

export type Word = TextRange & { isWord: boolean };

/**
 * The elided words of French, Italian and Catalan before a straight or curly apostrophe. The lists are closed, so that
 * "aujourd’hui", "quelqu’un", "o’clock" and "don’t" stay whole.
 */
const ELIDED =
  /^(?:[cdjlmnstv]|(?:jus|lors|puis|quoi)?qu|(?:[dns]?[aeu]|da|co|pe)ll|(?:ness|alc|ciasc|qualc)?un|(?:qu|b)ell|quest|tutt|anch|com|dov|cos|senz|mezz|sant|grand)['’](?=\p{L})/iu;
const POSSESSIVE = /['’]s$/iu;
/** A number with no-break spaces between thousands, as in French, Polish and Swedish. */
const GROUPED = /(?<!\p{Nd})\p{Nd}{1,3}(?:[\u00a0\u2009\u202f]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?/gu;
const LONGEST_NUMBER = 24;

/** Returns the word, or the run between two words, around an offset. */
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
