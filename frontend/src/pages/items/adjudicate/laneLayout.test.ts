import { expect, test } from "vitest";
import type { Vote } from "../../../text/disputes";
import { heightOf, laneLayout, lanesOf } from "./laneLayout";

const people = (count: number): Vote[] =>
  Array.from({ length: count }, (_, n) => ({
    annotator: `a${n}`,
    marks: [{ start: n, end: n + 1, label: "" }],
  }));

test("up to eight annotators have a lane each, 4 px apart, in their order", () => {
  const votes = people(8);
  const layout = laneLayout(votes);
  expect(layout.annotators).toEqual(votes.map(({ annotator }) => annotator));
  expect(heightOf(layout)).toBe(5 + 4 * 8);
  expect(lanesOf(votes, layout, null).map(({ lane }) => lane)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("of nine, only the annotator in hand has a lane, below the shares", () => {
  const votes = people(9);
  const layout = laneLayout(votes);
  expect(layout.annotators).toEqual([]);
  expect(lanesOf(votes, layout, null)).toEqual([]);
  expect(lanesOf(votes, layout, "a3")).toEqual([{ ...votes[3], lane: 2 }]);
  expect(heightOf(layout)).toBe(17);
});

test("without annotators there is no room for lanes", () => {
  expect(heightOf(laneLayout([]))).toBe(0);
});
