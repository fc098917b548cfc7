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

/* "The weir broke in 1790." — ada marks "weir" and "1790", bo "1790.", cyd "broke" and "1790". */
const votes = {
  votes: [
    { annotator: "ada", marks: [mark(4, 8), mark(18, 22)] },
    { annotator: "bo", marks: [mark(18, 23)] },
    { annotator: "cyd", marks: [mark(9, 14), mark(18, 22)] },
  ],
  majority: [mark(18, 22)],
};
const majority: Beginning = { ...nothing, name: "majority", source: "majority", spans: [mark(18, 22)] };
const disputes = () => new DecisionState(item, project.scheme, majority, votes);
const settled = (decision: DecisionState) => decision.disputed.map((each) => decision.isSettled(each));

test("a version by number decides the current stretch; undo takes both back", () => {
  const decision = disputes();
  expect(settled(decision)).toEqual([false, false, false]);
  expect(decision.isOpen("m18")).toBe(true);
  decision.takeNumber(1);
  expect(places(decision)).toEqual([
    [4, 8],
    [18, 22],
  ]);
  expect(settled(decision)).toEqual([true, false, false]);
  decision.step(1);
  decision.step(1);
  decision.takeNumber(2);
  expect(places(decision)).toEqual([
    [4, 8],
    [18, 23],
  ]);
  expect(decision.takeNumber(7)).toBe(false);
  decision.undo();
  expect(settled(decision)).toEqual([true, false, false]);
  expect(decision.isOpen("m18")).toBe(true);
  decision.takeNumber(0);
  expect(places(decision)).toEqual([[4, 8]]);
});

test("clicks on a disputed stretch cycle through its versions and no mark", () => {
  const decision = disputes();
  const after = [1, 2, 3, 4].map(() => {
    expect(decision.clicked(19)).toBe(true);
    return places(decision);
  });
  expect(after).toEqual([[[18, 22]], [[18, 23]], [], [[18, 22]]]);
  expect(settled(decision)).toEqual([false, false, true]);
  expect(decision.clicked(1)).toBe(false);
});

test("the majority for the rest is one step and leaves what is decided", () => {
  const decision = disputes();
  decision.takeFrom("bo", 19);
  decision.takeMajority();
  expect(places(decision)).toEqual([[18, 23]]);
  expect(settled(decision)).toEqual([true, true, true]);
  decision.undo();
  expect(settled(decision)).toEqual([false, false, true]);
});

test("a mark by hand decides the stretch that it changes", () => {
  const decision = disputes();
  decision.mark({ start: 9, end: 12 });
  expect(settled(decision)).toEqual([false, true, false]);
  decision.setLabel("fluency", "minor");
  expect(settled(decision)).toEqual([false, true, false]);
});

test("a stored draft remembers the decided stretches", () => {
  const decision = disputes();
  decision.takeUp({ spans: [mark(18, 22)], labels: {} }, ["18-23"]);
  expect(settled(decision)).toEqual([false, false, true]);
  expect(decision.settled).toEqual(["18-23"]);
});

/* "The weir broke in 1790." in four claims; ada marks the second, bo the second and the fourth. */
const claims = [
  [0, 4],
  [4, 9],
  [9, 15],
  [15, 23],
];
const ofClaims = () =>
  new DecisionState({ ...item, claims }, project.scheme, nothing, {
    votes: [
      { annotator: "ada", marks: [mark(4, 9)] },
      { annotator: "bo", marks: [mark(4, 9), mark(15, 23)] },
    ],
    majority: [mark(4, 9)],
  });

test("a click on a claim marks the whole claim, and another click takes the mark away", () => {
  const decision = ofClaims();
  expect(decision.clicked(20)).toBe(true);
  expect(places(decision)).toEqual([[15, 23]]);
  expect(decision.clicked(0)).toBe(true);
  expect(places(decision)).toEqual([
    [0, 4],
    [15, 23],
  ]);
  // Only the last claim is disputed.
  expect(settled(decision)).toEqual([true]);
  decision.clicked(16);
  expect(places(decision)).toEqual([[0, 4]]);
  decision.undo();
  expect(places(decision)).toEqual([
    [0, 4],
    [15, 23],
  ]);
});

test("what is selected marks the claims that it covers, and no edge of a claim moves", () => {
  const decision = ofClaims();
  decision.mark({ start: 8, end: 16 });
  // The eighth character is the space after "weir".
  expect(places(decision)).toEqual([
    [9, 15],
    [15, 23],
  ]);
  const id = decision.spans[0]?.id ?? "";
  decision.moveEdge(id, "start", 5);
  decision.select(id);
  decision.stepEdge("end", -1);
  expect(places(decision)).toEqual([
    [9, 15],
    [15, 23],
  ]);
});

test("what a claim is now is said when it is marked, and when its mark is taken away", () => {
  const claims = [
    [0, 9],
    [9, 15],
    [15, 23],
  ];
  const decision = new DecisionState({ ...item, claims }, project.scheme, nothing);
  decision.clicked(10);
  expect(places(decision)).toEqual([[9, 15]]);
  expect(decision.announcement).toBe("“broke”: incorrect");
  decision.clicked(10);
  expect(places(decision)).toEqual([]);
  expect(decision.announcement).toBe("“broke”: correct");
  decision.mark({ start: 4, end: 10 });
  expect(places(decision)).toEqual([
    [0, 9],
    [9, 15],
  ]);
  expect(decision.announcement).toBe("“The weir broke”: incorrect");
  decision.undo();
  expect(places(decision)).toEqual([]);
});
