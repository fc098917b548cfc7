import { describe, expect, it } from "vitest";
import { covers, isTie, shares, stepOf } from "./voteRuns";

describe("the step of a share", () => {
  it("is the share itself in fifths when five annotated", () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => stepOf(count, 5))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("is otherwise rounded up to the next fifth, so that every mark is visible and only unanimity is darkest", () => {
    expect([1, 2, 3].map((count) => stepOf(count, 3))).toEqual([2, 4, 5]);
    expect([1, 2, 3, 6, 11, 12].map((count) => stepOf(count, 12))).toEqual([1, 1, 2, 3, 5, 5]);
    expect(stepOf(1, 1)).toBe(5);
  });

  it("is none without marks or counted annotations", () => {
    expect(stepOf(0, 5)).toBe(0);
    expect(stepOf(0, 0)).toBe(0);
  });
});

describe("ties", () => {
  it("are at exactly half", () => {
    expect([1, 2, 3, 4].map((count) => isTie(count, 4))).toEqual([false, true, false, false]);
  });

  it("an odd number or none of annotations has no ties", () => {
    expect([1, 2, 3].some((count) => isTie(count, 3))).toBe(false);
    expect(isTie(0, 0)).toBe(false);
  });
});

describe("the pieces to paint", () => {
  const plain = (pieces: ReturnType<typeof shares>) =>
    pieces.map(({ start, end, count }) => [start, end, count]);

  it("cover the whole text in order, including unmarked text", () => {
    const runs = [
      { start: 2, end: 4, count: 1 },
      { start: 4, end: 6, count: 3 },
    ];
    expect(plain(shares(runs, 3, 9))).toEqual([
      [0, 2, 0],
      [2, 4, 1],
      [4, 6, 3],
      [6, 9, 0],
    ]);
  });

  it("have step and tie", () => {
    expect(shares([{ start: 0, end: 2, count: 2 }], 4, 2)).toEqual([
      { start: 0, end: 2, count: 2, step: 3, tie: true },
    ]);
    expect(shares([{ start: 0, end: 2, count: 4 }], 4, 2)[0]).toMatchObject({ step: 5, tie: false });
  });

  it("are also cut at the edges of the annotators' rows", () => {
    const lane = { start: 1, end: 3 };
    expect(plain(shares([{ start: 0, end: 4, count: 1 }], 2, 4, [lane]))).toEqual([
      [0, 1, 1],
      [1, 3, 1],
      [3, 4, 1],
    ]);
  });

  it("are one piece without runs, and none for an empty text", () => {
    expect(plain(shares([], 3, 5))).toEqual([[0, 5, 0]]);
    expect(shares([], 3, 0)).toEqual([]);
  });

  it("are clipped to the text", () => {
    expect(plain(shares([{ start: 3, end: 99, count: 1 }], 3, 5))).toEqual([
      [0, 3, 0],
      [3, 5, 1],
    ]);
  });

  it("are wholly inside or outside a range", () => {
    expect(covers([{ start: 1, end: 3 }], { start: 1, end: 2 })).toBe(true);
    expect(covers([{ start: 1, end: 3 }], { start: 3, end: 4 })).toBe(false);
  });
});
