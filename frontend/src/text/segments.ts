/*
 * Cuts overlapping spans into runs that do not overlap, for the painter with elements, and sorts spans in reading order, for
 * the list beside the text.
 */
import type { TextRange } from "./offsets";

/** A piece of text under a constant set of spans, as indices into the given list; maybe none. */
export interface Run extends TextRange {
  covers: number[];
}

/** Cuts [0, length) at every edge. The runs are in order and cover the whole text. Code points. */
export function segments(spans: readonly TextRange[], length: number): Run[] {
  const edges = new Set([0, length]);
  for (const { start, end } of spans) {
    if (start < length) edges.add(start);
    if (end < length) edges.add(end);
  }
  const cuts = [...edges].sort((a, b) => a - b);
  const starts = spans.map((_, position) => position).sort((a, b) => startOf(spans, a) - startOf(spans, b));

  const runs: Run[] = [];
  let open: number[] = [];
  let next = 0;
  cuts.forEach((start, position) => {
    const end = cuts[position + 1];
    if (end === undefined) return;
    open = open.filter((span) => endOf(spans, span) > start);
    for (; next < starts.length; next += 1) {
      const span = starts[next];
      if (span === undefined || startOf(spans, span) > start) break;
      if (endOf(spans, span) > start) open.push(span);
    }
    runs.push({ start, end, covers: [...open].sort((a, b) => a - b) });
  });
  return runs;
}

const startOf = (spans: readonly TextRange[], position: number) => spans[position]?.start ?? 0;
const endOf = (spans: readonly TextRange[], position: number) => spans[position]?.end ?? 0;

/** Compares in reading order: by start, then the longer one first, so that an outer mark precedes an inner one. */
export function byReadingOrder(a: TextRange, b: TextRange): number {
  return a.start - b.start || b.end - a.end;
}

export function spansAt<T extends TextRange>(spans: readonly T[], offset: number): T[] {
  return spans.filter(({ start, end }) => start <= offset && offset < end);
}

/** The number of underlines that fit between two lines of text. */
const MOST_LINES = 3;

/**
 * Returns, for spans in reading order, the underline level of each: the first level that no overlapping span before it uses,
 * 0 being the usual height. If more spans overlap than there are levels, the lowest level is shared.
 */
export function linesUnder(ordered: readonly TextRange[]): number[] {
  const ends = new Array<number>(MOST_LINES).fill(0);
  return ordered.map(({ start, end }) => {
    const free = ends.findIndex((taken) => taken <= start);
    const line = free < 0 ? MOST_LINES - 1 : free;
    ends[line] = Math.max(ends[line] ?? 0, end);
    return line;
  });
}
