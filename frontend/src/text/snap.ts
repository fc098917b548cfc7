/*
 * Where a mark begins and ends that was drawn by an unsteady hand: at whole words, if the person wishes. What is stored is
 * what is then shown as marked, never what the hand touched. All offsets are code points.
 */
import type { TextIndex, TextRange } from "./offsets";
import { snapToGraphemes } from "./selection";
import { wordAt, type Word } from "./words";

export type Snap = "words" | "characters";

/**
 * Words that are touched are taken whole; blanks and punctuation at either end are left out, unless there is nothing else.
 * Symbols are no punctuation: a mark may end in an emoji or a currency, and in the few signs that Unicode files wrongly.
 */
export function snapToWords(index: TextIndex, range: TextRange): TextRange {
  let first = wordAt(index, range.start);
  while (hangs(index, first)) {
    if (first.end >= range.end) return range;
    first = wordAt(index, first.end);
  }
  let last = wordAt(index, range.end - 1);
  while (hangs(index, last)) last = wordAt(index, last.start - 1);
  return snapToGraphemes(index, { start: first.start, end: last.end }) ?? range;
}

function hangs(index: TextIndex, { start, end, isWord }: Word): boolean {
  if (isWord || isSign(index, start, end)) return false;
  return /^(?:\s|(?![%‰‱#&@§])\p{P}|\p{C})+$/u.test(index.slice(start, end));
}

/** The hyphen in front of a number that is below zero. */
function isSign(index: TextIndex, start: number, end: number): boolean {
  return /^[^\p{L}\p{N}]?-\p{N}$/u.test(index.slice(Math.max(start - 1, 0), end + 1));
}

/**
 * Where an edge comes to lie that is dragged to an offset: as if the mark were drawn anew from its other edge. An edge that
 * has passed the other one stays as near to it as a mark can be.
 */
export function snapEdge(
  index: TextIndex,
  span: TextRange,
  edge: "start" | "end",
  offset: number,
  snap: Snap,
) {
  const drawn =
    edge === "start"
      ? { start: Math.min(offset, index.graphemeAt(span.end - 1).start), end: span.end }
      : { start: span.start, end: Math.max(offset, index.graphemeAt(span.start).end) };
  const taken = snap === "words" ? snapToWords(index, drawn) : (snapToGraphemes(index, drawn) ?? drawn);
  return taken[edge];
}
