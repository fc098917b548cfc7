/*
 * Snaps a drawn range to whole words. The snapped range is shown and stored. All offsets are code points.
 */
import type { TextIndex, TextRange } from "./offsets";
import { snapToGraphemes } from "./selection";
import { wordAt, type Word } from "./words";

export type Snap = "words" | "characters";

/**
 * Widens a range to the words that it touches, without spaces and punctuation at its ends unless it has nothing else. Symbols
 * such as emoji and currency signs do not count as punctuation, nor do a few signs that Unicode classifies as such.
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

/** The minus sign of a negative number, written as a hyphen. */
function isSign(index: TextIndex, start: number, end: number): boolean {
  return /^[^\p{L}\p{N}]?-\p{N}$/u.test(index.slice(Math.max(start - 1, 0), end + 1));
}

/**
 * Returns the offset of a dragged edge, as if the mark were drawn again from its other edge. An edge that passes the other one
 * stops at the shortest possible mark.
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
