/*
 * Marks may nest and overlap; a text that is cut into elements cannot. Here spans become runs that do not overlap, for
 * the painter that has to cut, and the order in which a reader meets them, for the list beside the text.
 */
import type { TextRange } from "./offsets";

/** A stretch of text under one constant set of spans (indices into the list that was given), maybe none. */
export interface Run extends TextRange {
  covers: number[];
}

/** Cuts [0, length) at every edge. The runs are in order, touch, and together are the whole text. Code points. */
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

/** Reading order: by start, the longer one first where two start together, so that an outer mark precedes its inner. */
export function byReadingOrder(a: TextRange, b: TextRange): number {
  return a.start - b.start || b.end - a.end;
}

export function spansAt<T extends TextRange>(spans: readonly T[], offset: number): T[] {
  return spans.filter(({ start, end }) => start <= offset && offset < end);
}

/** How many lines under the text can be told apart before they reach the next line of text. */
const MOST_LINES = 3;

/**
 * On which line under the text each span's own is drawn, 0 being the usual height: the first that no span before it takes up.
 * Where more overlap than there are lines, the lowest is shared. Spans in reading order in, one line for each out.
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
