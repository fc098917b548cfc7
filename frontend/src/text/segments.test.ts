import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byReadingOrder, linesUnder, segments, spansAt } from "./segments";

const anySpan = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 12 }))
  .map(([start, size]) => ({ start, end: start + size }));

describe("runs", () => {
  it("cut nested and overlapping spans at every edge", () => {
    const spans = [
      { start: 1, end: 6 },
      { start: 2, end: 3 },
      { start: 5, end: 8 },
    ];
    expect(segments(spans, 9)).toEqual([
      { start: 0, end: 1, covers: [] },
      { start: 1, end: 2, covers: [0] },
      { start: 2, end: 3, covers: [0, 1] },
      { start: 3, end: 5, covers: [0] },
      { start: 5, end: 6, covers: [0, 2] },
      { start: 6, end: 8, covers: [2] },
      { start: 8, end: 9, covers: [] },
    ]);
  });

  it("of an unmarked text are one, of an empty text none", () => {
    expect(segments([], 4)).toEqual([{ start: 0, end: 4, covers: [] }]);
    expect(segments([], 0)).toEqual([]);
  });

  it("touch, are the whole text, and each knows exactly the spans over every character of it", () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 10 }), fc.integer({ min: 1, max: 40 }), (spans, length) => {
        const runs = segments(spans, length);
        expect(runs[0]?.start).toBe(0);
        expect(runs.at(-1)?.end).toBe(length);
        runs.forEach((run, position) => {
          expect(run.start).toBeLessThan(run.end);
          if (position > 0) expect(run.start).toBe(runs[position - 1]?.end);
          for (let at = run.start; at < run.end; at += 1) {
            const over = spans.flatMap((span, i) => (span.start <= at && at < span.end ? [i] : []));
            expect(run.covers).toEqual(over);
          }
        });
      }),
    );
  });
});

describe("reading order", () => {
  it("goes by start, an outer span before its inner", () => {
    const spans = [
      { start: 4, end: 5 },
      { start: 1, end: 2 },
      { start: 1, end: 9 },
    ];
    expect([...spans].sort(byReadingOrder)).toEqual([spans[2], spans[1], spans[0]]);
  });

  it("finds the spans over a character, ends excluded", () => {
    const spans = [
      { start: 1, end: 4 },
      { start: 4, end: 5 },
    ];
    expect(spansAt(spans, 4)).toEqual([spans[1]]);
    expect(spansAt(spans, 0)).toEqual([]);
  });

  it("draws the line of an overlapping span lower, and of the next free one at the usual height", () => {
    const spans = [
      { start: 0, end: 6 },
      { start: 4, end: 9 },
      { start: 6, end: 8 },
    ];
    expect(linesUnder(spans)).toEqual([0, 1, 0]);
  });

  it("draws overlapping spans on lines of their own, as long as there are three", () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 10 }), (spans) => {
        const ordered = [...spans].sort(byReadingOrder);
        const lines = linesUnder(ordered);
        expect(lines.every((line) => line >= 0 && line < 3)).toBe(true);
        ordered.forEach(({ start, end }, i) => {
          const over = ordered.flatMap((other, j) => (j < i && other.end > start ? [lines[j]] : []));
          if (over.length < 3) expect(over).not.toContain(lines[i]);
          expect(start).toBeLessThan(end);
        });
      }),
    );
  });
});
