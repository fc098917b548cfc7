import { expect, test } from "vitest";
import type { ComparedSources } from "../../../api/types";
import { besides, groupsOf, withShare } from "./suggestedWork";

type Suggesting = ComparedSources["suggestions"][number];
type Condition = Suggesting["groups"][number]["conditions"][string];

const mean = (n: number, value: number | null) => ({ n, value, interval: null });

function work(seconds: number | null, iou: number | null): Condition {
  return {
    annotations: 2,
    items: 1,
    timed: seconds === null ? 0 : 2,
    seconds,
    iou: mean(1, iou),
    kappa: mean(0, null),
    agreement: mean(1, 0.5),
  };
}

const suggestions: Suggesting[] = [
  {
    source: 7,
    groups: [
      {
        value: null,
        acceptance: {},
        conditions: { blind: work(40, 0.25), shown: work(null, 0.75), first: work(10, 0) },
        revealed: null,
      },
      { value: "fr", acceptance: {}, conditions: {}, revealed: null },
    ],
  },
];

test("blind work stands beside shown work, and first answers beside those after the reveal", () => {
  const rows = besides(suggestions, ["iou"]);
  expect(rows.map(({ before, after }) => [before?.condition, before?.value, after?.value])).toEqual([
    ["blind", 0.25, 0.75],
    ["first", 0, undefined],
  ]);
});

test("the n of a time is that of the annotations whose time is known", () => {
  const [blind] = besides(suggestions, ["seconds"]);
  expect(blind?.before).toMatchObject({ value: 40, n: 2 });
  expect(blind?.after).toBeNull();
});

test("measures without a value and groups without work have no row", () => {
  expect(besides(suggestions, ["kappa"])).toEqual([]);
  expect(groupsOf(suggestions).map(({ key }) => key)).toEqual(["7/all"]);
});

test("all rows have keys of their own", () => {
  const keys = besides(suggestions, ["iou", "agreement", "seconds"]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a count has its share of the whole, if there is one", () => {
  expect(withShare(1, 4).replace(/\s/g, " ")).toBe("1 (25 %)");
  expect(withShare(0, 0)).toBe("0");
});
