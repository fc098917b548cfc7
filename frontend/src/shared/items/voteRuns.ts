/*
 * Prepares character votes for painting. A share k/n is shown in five steps of depth. Ties at one half are decided on the counts,
 * which are whole numbers and need no rounding. Gold is not computed here: a curator may have decided it.
 * All offsets are code points, half-open.
 */
import type { TextRange } from "../../text/offsets";

export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/** A range that the same number of annotators marked. */
export interface Counted extends TextRange {
  count: number;
}

/** A range to paint. Together the ranges cover the whole text in order, unmarked ones included. */
export interface Shared extends Counted {
  step: Step;
  tie: boolean;
}

/** Returns the step k with (k - 1)/5 < count/n <= k/5; 0 for no marks. */
export function stepOf(count: number, n: number): Step {
  if (n < 1 || count < 1) return 0;
  const fifths = 5 * count;
  if (fifths <= n) return 1;
  if (fifths <= 2 * n) return 2;
  if (fifths <= 3 * n) return 3;
  if (fifths <= 4 * n) return 4;
  return 5;
}

/** Returns whether exactly half marked it: the character is not gold, and one more mark would make it gold. */
export const isTie = (count: number, n: number): boolean => count > 0 && 2 * count === n;

/**
 * Cuts [0, length) at every edge of the runs and of the other ranges given (the annotators' rows), so that each piece
 * has one share and is wholly inside or outside of every range.  Runs are in order, as the server sends them. Text
 * past the end is clipped.
 */
export function shares(
  runs: readonly Counted[],
  n: number,
  length: number,
  ranges: readonly TextRange[] = [],
): Shared[] {
  const cuts = edges([...runs, ...ranges], length);
  const pieces: Shared[] = [];
  let position = 0;
  cuts.forEach((start, cut) => {
    const end = cuts[cut + 1];
    if (end === undefined) return;
    let run = runs[position];
    while (run && run.end <= start) run = runs[++position];
    const count = run && run.start <= start ? run.count : 0;
    pieces.push({ start, end, count, step: stepOf(count, n), tie: isTie(count, n) });
  });
  return pieces;
}

function edges(ranges: readonly TextRange[], length: number): number[] {
  const found = new Set([0, length]);
  for (const { start, end } of ranges) {
    if (start < length) found.add(start);
    if (end < length) found.add(end);
  }
  return [...found].sort((a, b) => a - b);
}

/** Returns whether one of the ranges contains the piece. */
export function covers(ranges: readonly TextRange[], piece: TextRange): boolean {
  return ranges.some(({ start, end }) => start <= piece.start && piece.end <= end);
}
