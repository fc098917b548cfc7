// @vitest-environment jsdom
import { expect, test } from "vitest";
import { item, project } from "../../../api/samples";
import { type Beginning, DecisionState } from "./decisionState.svelte";

const mark = (start: number, end: number) => ({ id: `m${start}`, start, end, label: "" });
const nothing: Beginning = { name: "nothing", source: "nothing", annotator: "", spans: [], labels: {} };
const theirs: Beginning = {
  name: ":annotator_1",
  source: "annotator",
  annotator: "annotator_1",
  spans: [mark(4, 8)],
  labels: { fluency: "minor" },
};

const places = ({ spans }: DecisionState) => spans.map(({ start, end }) => [start, end]);

test("another starting point is one step; undo restores the marks and the previous one", () => {
  const decision = new DecisionState(item, project.scheme, nothing);
  decision.mark({ start: 18, end: 22 });
  decision.begin(theirs);
  expect(places(decision)).toEqual([[4, 8]]);
  expect(decision.marking.labels).toEqual({ fluency: "minor" });
  decision.mark({ start: 9, end: 14 });
  expect(decision.beginning).toBe(theirs);
  decision.undo();
  decision.undo();
  expect(places(decision)).toEqual([[18, 22]]);
  expect(decision.beginning).toBe(nothing);
  decision.redo();
  expect(decision.beginning).toBe(theirs);
});

test("a stored draft is restored and can be undone", () => {
  const decision = new DecisionState(item, project.scheme, theirs);
  decision.takeUp({ spans: [mark(0, 3)], labels: {} });
  expect(places(decision)).toEqual([[0, 3]]);
  expect(decision.beginning).toBe(theirs);
  decision.undo();
  expect(places(decision)).toEqual([[4, 8]]);
  expect(decision.canUndo).toBe(false);
});
