import { expect, it } from "vitest";
import { paintedMarks } from "./painted";

const labels = [
  { name: "invention", text: "Invention", color: 3, key: "1", texts: {} },
  { name: "other", text: "Other", color: 6, key: "2", texts: {} },
];

it("paints a mark by its label and state, and lower if it overlaps another", () => {
  const spans = [
    { id: "a", start: 0, end: 9, label: "invention" },
    { id: "b", start: 4, end: 12, label: "other" },
    { id: "c", start: 20, end: 21, label: "unknown by now" },
  ];
  expect(paintedMarks(spans, labels, { selectedId: "b", hoveredId: "a" }).map(({ style }) => style)).toEqual([
    "m3-hover",
    "m6-selected-second",
    "m1",
  ]);
});
