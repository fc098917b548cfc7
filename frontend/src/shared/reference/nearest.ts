/* Where a page speaks of what it does not say word for word: the same date or number in another writing, else the sentence that
   shares most with what was looked for. */

import type { TextRange } from "../../text/offsets";
import type { Folded } from "./folding";
import { isSame, quantities } from "./quantities";

/** A date or number that is nearly all of the query is looked for alone. */
const NEARLY_ALL = 0.7;

/** Returns the range of the same date or number in another notation, in code points. */
export function sameQuantities(page: Folded, query: string, languages: readonly string[]): TextRange[] {
  const asked = quantities(query, languages).sort((a, b) => b.end - b.start - (a.end - a.start))[0];
  if (!asked || asked.end - asked.start < query.length * NEARLY_ALL) return [];
  return quantities(page.text, languages)
    .filter((each) => isSame(each, asked))
    .map(({ start, end }) => toRange(page, start, end));
}

/** Less than this share of the query, weighted, is no likeness. Of a whole sentence less is enough than of a word. */
function enough({ length }: string): number {
  return 0.25 + 0.15 * Math.min(1, 12 / length);
}

/**
 * The sentence that shares most with the query, in code points; null where none shares enough. Shared are short runs of
 * characters (three, or two in scripts that write a word in one or two), each weighing the more the fewer sentences have it:
 * that finds names in another spelling and words in another form, in any language.
 */
export function nearestPassage(page: Folded, query: string): TextRange | null {
  const wanted = gramsOf(query);
  const sentences = sentencesOf(page.text);
  const text = wordsOf(page.text);
  const having = new Uint32Array(wanted.grams.size);
  const shared = sentences.map(({ start, end }) => {
    const found = new Set<number>();
    for (let at = start; at + wanted.size <= end; at += 1) {
      const gram = wanted.grams.get(text.slice(at, at + wanted.size));
      if (gram !== undefined) found.add(gram);
    }
    for (const gram of found) having[gram] = (having[gram] ?? 0) + 1;
    return found;
  });
  const weights = Array.from(having, (n) => Math.log(1 + sentences.length / (n + 1)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const scores = shared.map((grams) => [...grams].reduce((sum, gram) => sum + (weights[gram] ?? 0), 0) / all);
  const best = scores.reduce((best, score, at) => (score > (scores[best] ?? 0) ? at : best), 0);
  const sentence = sentences[best];
  return sentence && (scores[best] ?? 0) >= enough(query)
    ? toRange(page, sentence.start, sentence.end)
    : null;
}

/** Of the same length, with blanks for what stands between words: "harbour," ends like "harbour". */
function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, (sign) => " ".repeat(sign.length));
}

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/** Numbered, in the order of the query. */
function gramsOf(query: string): { size: number; grams: Map<string, number> } {
  const size = WITHOUT_SPACES.test(query) ? 2 : 3;
  // A word's beginning and end count as parts of it.
  const text = wordsOf(size === 3 ? ` ${query} ` : query);
  const grams = new Map<string, number>();
  for (let at = 0; at + size <= text.length; at += 1) {
    const gram = text.slice(at, at + size);
    if (/[\p{L}\p{N}]/u.test(gram) && !grams.has(gram)) grams.set(gram, grams.size);
  }
  return { size, grams };
}

/** An initial ("J. Miller") and a short number ("3. Oktober") do not end a sentence. */
const SENTENCE =
  /[^\n]+?(?:(?<![\s.]\p{L}|^\p{L}|(?<!\d)\d{1,2})[.!?।॥]+(?=\s|$)|[.!?]+(?=\n|$)|[!?。！？]+|(?=\n)|$)/gu;

/** In units of the folded text, with the blank in front, without lines that are headings. */
function sentencesOf(text: string): TextRange[] {
  return [...text.matchAll(SENTENCE)]
    .filter(([sentence]) => /[\p{L}\p{N}]/u.test(sentence) && !/^={2,}.*={2,} *$/.test(sentence))
    .map(({ index, 0: sentence }) => ({ start: index, end: index + sentence.length }));
}

/** The sentence around a range of the page. In code points. */
export function sentenceAround(page: Folded, { start, end }: TextRange): TextRange {
  const sentences = sentencesOf(page.text).map((sentence) => toRange(page, sentence.start, sentence.end));
  return sentences.find((sentence) => sentence.start <= start && end <= sentence.end) ?? { start, end };
}

function toRange({ text, origin }: Folded, start: number, end: number): TextRange {
  let first = start;
  while (first < end && text[first] === " ") first += 1;
  return { start: origin[first] ?? 0, end: origin[end] ?? 0 };
}
