import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isVersion,
  majorityOf,
  type Mark,
  marksIn,
  stretchAt,
  stretchesOf,
  takeVersion,
  versionOf,
  type Vote,
} from "./disputes";
import { type Span, unite } from "./edits";

const mark = (start: number, end: number, label = "h"): Mark => ({ start, end, label });
const vote = (annotator: string, ...marks: Mark[]): Vote => ({ annotator, marks });
const ids = () => {
  let next = 0;
  return () => `new-${next++}`;
};

describe("stretches", () => {
  it("hold equal marks as one version with its voters, most voters first", () => {
    const votes = [
      vote("wren", mark(0, 4), mark(10, 20)),
      vote("tansy", mark(0, 4), mark(10, 14), mark(15, 20)),
      vote("sorrel", mark(0, 4), mark(10, 20)),
      vote("yarrow", mark(0, 4)),
    ];
    expect(stretchesOf(votes, [mark(0, 4), mark(10, 20)])).toEqual([
      {
        start: 0,
        end: 4,
        disputed: false,
        versions: [
          { marks: [mark(0, 4)], annotators: ["wren", "tansy", "sorrel", "yarrow"], majority: true },
        ],
        unmarked: { marks: [], annotators: [], majority: false },
      },
      {
        start: 10,
        end: 20,
        disputed: true,
        versions: [
          { marks: [mark(10, 20)], annotators: ["wren", "sorrel"], majority: true },
          { marks: [mark(10, 14), mark(15, 20)], annotators: ["tansy"], majority: false },
        ],
        unmarked: { marks: [], annotators: ["yarrow"], majority: false },
      },
    ]);
  });

  it("have the majority as a version of its own if it is nobody's", () => {
    const votes = [vote("a", mark(0, 6)), vote("b", mark(2, 8)), vote("c", mark(4, 10))];
    const [stretch] = stretchesOf(votes, [mark(2, 8)]);
    expect(stretch?.versions.map(({ annotators, majority }) => [annotators, majority])).toEqual([
      [["a"], false],
      [["b"], true],
      [["c"], false],
    ]);
    const [other] = stretchesOf(votes, [mark(3, 7)]);
    expect(other?.versions.at(-1)).toEqual({ marks: [mark(3, 7)], annotators: [], majority: true });
  });

  it("are apart where marks only touch, unless the majority joins them", () => {
    const votes = [vote("a", mark(0, 5)), vote("b", mark(5, 9))];
    expect(stretchesOf(votes, []).map(({ start, end }) => [start, end])).toEqual([
      [0, 5],
      [5, 9],
    ]);
    expect(stretchesOf(votes, [mark(0, 9)]).map(({ start, end }) => [start, end])).toEqual([[0, 9]]);
  });

  it("are disputed where only the label differs", () => {
    const [stretch] = stretchesOf([vote("a", mark(0, 5, "h")), vote("b", mark(0, 5, "i"))], []);
    expect(stretch?.disputed).toBe(true);
    expect(stretch?.versions).toHaveLength(2);
    expect(stretch && majorityOf(stretch)).toBe(stretch?.unmarked);
  });
});

describe("a version that is taken", () => {
  it("replaces what is in the stretch and cuts what reaches out of it", () => {
    const spans: Span[] = [{ id: "long", ...mark(0, 30) }];
    const version = { marks: [mark(12, 15)], annotators: ["a"], majority: false };
    expect(takeVersion(spans, { start: 10, end: 20 }, version, ids())).toEqual([
      { id: "long", ...mark(0, 10) },
      { id: "new-1", ...mark(12, 15) },
      { id: "new-0", ...mark(20, 30) },
    ]);
  });

  it("leaves a span that it has as well", () => {
    const span: Span = { id: "mine", ...mark(12, 15) };
    const version = { marks: [mark(12, 15)], annotators: [], majority: true };
    expect(takeVersion([span], { start: 10, end: 20 }, version, ids())[0]).toBe(span);
  });
});

const LENGTH = 40;
const anyMarks = fc
  .array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 }), fc.constantFrom("h", "i")), { maxLength: 6 })
  .map((found) =>
    unite(found.map(([start, size, label], n) => ({ id: `s${n}`, start, end: start + size, label }))),
  );
const anyVotes = fc
  .array(anyMarks, { minLength: 1, maxLength: 5 })
  .map((found) => found.map((marks, n) => vote(`a${n}`, ...marks)));

/** The labels of each character. */
function painted(marks: readonly Mark[]): string[] {
  return Array.from({ length: LENGTH }, (_, at) =>
    [...new Set(marks.filter(({ start, end }) => start <= at && at < end).map(({ label }) => label))]
      .sort()
      .join(),
  );
}

describe("for any votes", () => {
  it("stretches are in order, do not overlap and cover just what is marked", () => {
    fc.assert(
      fc.property(anyVotes, anyMarks, (votes, majority) => {
        const found = stretchesOf(votes, majority);
        found.slice(1).forEach(({ start }, n) => expect(found[n]?.end).toBeLessThanOrEqual(start));
        const all = [...votes.flatMap(({ marks }) => marks), ...majority];
        for (let at = 0; at < LENGTH; at += 1) {
          const marked = all.some(({ start, end }) => start <= at && at < end);
          expect(stretchAt(found, at) !== undefined).toBe(marked);
        }
        for (const { start, end } of all) expect(stretchAt(found, start)?.end).toBeGreaterThanOrEqual(end);
      }),
    );
  });

  it("everybody has exactly one version of each stretch, and one is the majority's", () => {
    fc.assert(
      fc.property(anyVotes, anyMarks, (votes, majority) => {
        for (const stretch of stretchesOf(votes, majority)) {
          const versions = [...stretch.versions, stretch.unmarked];
          expect(versions.flatMap(({ annotators }) => annotators).sort()).toEqual(
            votes.map(({ annotator }) => annotator).sort(),
          );
          expect(versions.filter((each) => each.majority)).toHaveLength(1);
          for (const { annotator, marks } of votes) {
            const version = versionOf(stretch, annotator);
            expect(version && isVersion(marks, stretch, version)).toBe(true);
          }
        }
      }),
    );
  });

  it("taking a version changes the marks in its stretch only, and again changes nothing", () => {
    fc.assert(
      fc.property(anyVotes, anyMarks, anyMarks, fc.nat(), fc.nat(), (votes, majority, spans, which, what) => {
        const found = stretchesOf(votes, majority);
        const stretch = found[which % Math.max(found.length, 1)];
        if (!stretch) return;
        const versions = [...stretch.versions, stretch.unmarked];
        const version = versions[what % versions.length] ?? stretch.unmarked;
        const taken = takeVersion(spans, stretch, version, ids());
        expect(marksIn(taken, stretch)).toEqual(version.marks);
        const outside = (marks: readonly Mark[]) =>
          painted(marks).filter((_, at) => at < stretch.start || at >= stretch.end);
        expect(outside(taken)).toEqual(outside(spans));
        expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
        expect(takeVersion(taken, stretch, version, ids())).toEqual(taken);
      }),
    );
  });

  it("taking one person's version of every stretch gives their marks", () => {
    fc.assert(
      fc.property(anyVotes, anyMarks, fc.nat(), (votes, majority, who) => {
        const person = votes[who % votes.length];
        if (!person) return;
        let spans: Span[] = [];
        const newId = ids();
        for (const stretch of stretchesOf(votes, majority)) {
          spans = takeVersion(
            spans,
            stretch,
            versionOf(stretch, person.annotator) ?? stretch.unmarked,
            newId,
          );
        }
        expect(painted(spans)).toEqual(painted(person.marks));
      }),
    );
  });
});
