// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Draft, type Undecided } from "./decisionDraft";

const undecided: Undecided = {
  begun: ":annotator_1",
  spans: [{ id: "from-0", start: 4, end: 9, label: "invention" }],
  labels: { fluency: "minor" },
  note: "The year.",
  revision: 2,
  seen: { annotator_1: 1 },
  settled: ["4-9"],
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("a draft is restored on its own item until it is deleted", () => {
  expect(new Draft("harbours", 7).keep(undecided)).toBe(true);
  expect(new Draft("harbours", 7).read()).toEqual(undecided);
  expect(new Draft("harbours", 8).read()).toBeNull();
  expect(new Draft("moors", 7).read()).toBeNull();
  new Draft("harbours", 7).forget();
  expect(new Draft("harbours", 7).read()).toBeNull();
});

test.each([
  "{",
  "[]",
  '{"begun":"nothing","spans":[],"labels":{},"note":""}',
  '{"begun":"nothing","spans":[{}],"labels":{},"note":"","revision":0,"seen":{}}',
  "7",
])("what is no decision is none: %s", (stored) => {
  new Draft("harbours", 7).keep(undecided);
  const [key] = Object.keys(localStorage);
  localStorage.setItem(key ?? "", stored);
  expect(new Draft("harbours", 7).read()).toBeNull();
});

test("a draft of an earlier version has no decided stretches", () => {
  const { settled, ...earlier } = undecided;
  expect(settled).toEqual(["4-9"]);
  new Draft("harbours", 7).keep(undecided);
  localStorage.setItem(Object.keys(localStorage)[0] ?? "", JSON.stringify(earlier));
  expect(new Draft("harbours", 7).read()).toEqual({ ...undecided, settled: [] });
});

test("reports unavailable storage", () => {
  const refused = () => {
    throw new Error("refused");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refused);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refused);
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refused);
  const draft = new Draft("harbours", 7);
  expect(draft.keep(undecided)).toBe(false);
  expect(draft.read()).toBeNull();
  draft.forget();
});
