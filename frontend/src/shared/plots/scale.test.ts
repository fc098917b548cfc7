import { describe, expect, test } from "vitest";
import { border, counts, linear, room, rounds, spread, tenths, ticks } from "./scale";

test("a scale maps the ends of its domain to the ends of its range", () => {
  const x = linear([2, 12], [40, 240]);
  expect([x(2), x(7), x(12)]).toEqual([40, 140, 240]);
  expect(linear([2, 2], [40, 240])(2)).toBe(40);
});

test("an axis is rounded to tenths around its values", () => {
  expect(tenths([0.486, 0.746])).toEqual([0.4, 0.8]);
  expect(tenths([0.5])).toEqual([0.4, 0.6]);
  expect(tenths([1])).toEqual([0.9, 1]);
  expect(tenths([])).toEqual([0, 1]);
});

test("ticks are tenths, or fifths on a long axis", () => {
  expect(ticks([0.4, 0.8])).toEqual([0.4, 0.5, 0.6, 0.7, 0.8]);
  expect(ticks([0, 1])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});

test("counts are thinned to the available space and keep the last", () => {
  expect(counts(2, 6, 10)).toEqual([2, 3, 4, 5, 6]);
  expect(counts(2, 200, 4)).toEqual([50, 100, 150, 200]);
});

test("an axis of items has round steps and ends above the largest value", () => {
  expect(rounds(151)).toEqual([0, 50, 100, 150, 200]);
  expect(rounds(24)).toEqual([0, 10, 20, 30]);
  expect(rounds(1)).toEqual([0, 1]);
});

test("an axis with large counts is wider", () => {
  expect(room(["0", "50", "100"])).toBe(36);
  expect(room(["0", "12,000"])).toBe(56);
});

describe("labels", () => {
  test("stay at their values while they do not overlap", () => {
    expect(spread([10, 50, 30], 14, 100)).toEqual([10, 50, 30]);
  });

  test("move apart where they overlap", () => {
    expect(spread([20, 22], 14, 100)).toEqual([20, 34]);
  });

  test("stay within the plot", () => {
    expect(spread([96, 98], 14, 100)).toEqual([86, 100]);
  });
});

test("borders of bars are exact decimals", () => {
  expect([0, 3, 7, 20].map((at) => border(at, 20))).toEqual(["0", "0.15", "0.35", "1"]);
});
