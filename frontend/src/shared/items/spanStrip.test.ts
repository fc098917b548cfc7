import { expect, test } from "vitest";
import { strip, tieCount } from "./spanStrip";

const row = {
  n: 4,
  answer_length: 20,
  runs: [
    { start: 0, end: 5, count: 2 },
    { start: 5, end: 6, count: 4 },
    { start: 10, end: 30, count: 2 },
  ],
};

test("the strip has all marks, clipped to the answer", () => {
  expect(strip(row).map(({ start, end, step, tie }) => [start, end, step, tie])).toEqual([
    [0, 5, 3, true],
    [5, 6, 5, false],
    [10, 20, 3, true],
  ]);
});

test("ties are ranges, not characters", () => {
  expect(tieCount(row)).toBe(2);
  expect(tieCount({ ...row, n: 5 })).toBe(0);
});
