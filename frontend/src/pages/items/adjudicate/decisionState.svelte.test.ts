// @vitest-environment jsdom
import { expect, test } from "vitest";
import { item, project } from "../../../api/samples";
import { type Beginning, Ruling } from "./decisionState.svelte";

const mark = (start: number, end: number) => ({ id: `m${start}`, start, end, label: "" });
const nothing: Beginning = { name: "nothing", source: "nothing", annotator: "", spans: [], labels: {} };
const theirs: Beginning = {
  name: ":annotator_1",
  source: "annotator",
  annotator: "annotator_1",
  spans: [mark(4, 8)],
  labels: { fluency: "minor" },
};

const places = ({ spans }: Ruling) => spans.map(({ start, end }) => [start, end]);

test("another beginning is one step, and undone the marks and what they began from are there again", () => {
  const ruling = new Ruling(item, project.scheme, nothing);
  ruling.mark({ start: 18, end: 22 });
  ruling.begin(theirs);
  expect(places(ruling)).toEqual([[4, 8]]);
  expect(ruling.marking.labels).toEqual({ fluency: "minor" });
  ruling.mark({ start: 9, end: 14 });
  expect(ruling.beginning).toBe(theirs);
  ruling.undo();
  ruling.undo();
  expect(places(ruling)).toEqual([[18, 22]]);
  expect(ruling.beginning).toBe(nothing);
  ruling.redo();
  expect(ruling.beginning).toBe(theirs);
});

test("what was kept of a decision is there again, and can be undone", () => {
  const ruling = new Ruling(item, project.scheme, theirs);
  ruling.takeUp({ spans: [mark(0, 3)], labels: {} });
  expect(places(ruling)).toEqual([[0, 3]]);
  expect(ruling.beginning).toBe(theirs);
  ruling.undo();
  expect(places(ruling)).toEqual([[4, 8]]);
  expect(ruling.canUndo).toBe(false);
});
