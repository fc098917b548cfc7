import { describe, expect, test } from "vitest";
import { headText, heatStep, rankCells, rankHeads, wholePercent } from "./heat";

test.each([
  [0, null],
  [0.0049, null],
  [0.005, 0],
  [0.05, 1],
  [0.1999, 1],
  [0.2, 2],
  [0.4, 3],
  [0.6, 4],
  [0.7999, 4],
  [0.8, 5],
  [1, 5],
])("a share of %d has the step %s", (share, step) => {
  expect(heatStep(share)).toBe(step);
});

test.each([
  [0.004, 0],
  [0.005, 1],
  [0.513, 51],
  [0.9999, 99],
  [1, 100],
])("%d is %d percent", (share, percent) => {
  expect(wholePercent(share)).toBe(percent);
});

describe("the probabilities of ranks", () => {
  test("have a column for each of up to 15 ranks", () => {
    expect(rankHeads(3)).toEqual({ offset: false, heads: [1, 2, 3] });
    expect(rankHeads(15).heads).toHaveLength(15);
    expect(rankCells([0.6, 0.4, 0], 1, 3).map(({ rank, step }) => [rank, step])).toEqual([
      [1, 4],
      [2, 3],
      [3, null],
    ]);
  });

  test("are those around the row's own rank where there are more", () => {
    const { offset, heads } = rankHeads(16);
    expect([offset, heads[0], heads.at(-1), heads.length]).toEqual([true, -7, 7, 15]);
    const probabilities = Array.from({ length: 16 }, (_, at) => (at === 1 ? 0.9 : 0));
    const cells = rankCells(probabilities, 2, 16);
    expect(cells.map(({ rank }) => rank).slice(0, 9)).toEqual([null, null, null, null, null, null, 1, 2, 3]);
    expect(cells[7]).toEqual({ rank: 2, share: 0.9, step: 5 });
    expect(rankCells(probabilities, 16, 16).at(-1)?.rank).toBeNull();
  });

  test("have heads with a sign where they are distances", () => {
    expect([-7, 0, 7].map((head) => headText(true, head))).toEqual(["−7", "0", "+7"]);
    expect(headText(false, 12)).toBe("12");
  });

  test("are empty for rows without a rank", () => {
    expect(rankCells(null, null, 3).every(({ step }) => step === null)).toBe(true);
  });
});
