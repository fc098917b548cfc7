import { describe, expect, it } from "vitest";
import type { ItemAnnotation } from "../../../api/types";
import { layoutRows, paintRows, signLines, slotOf } from "./annotatorRows";

function annotation(annotator: string, part: Partial<ItemAnnotation> = {}): ItemAnnotation {
  return {
    annotator,
    name: annotator,
    status: "counted",
    spans: [],
    normalized: [{ start: 0, end: 1 }],
    labels: {},
    nothing_to_mark: false,
    unsure: false,
    comment: "",
    links: [],
    active_seconds: 0,
    submitted_at: null,
    revision: 1,
    reason: "",
    exclusion: null,
    broken_rules: [],
    reopened: null,
    ...part,
  };
}

const people = (count: number) => Array.from({ length: count }, (_, at) => annotation(`a${at}`));

describe("painted rows", () => {
  it("are one per counted annotator, up to eight", () => {
    expect(layoutRows(people(8))).toMatchObject({ spare: false, slots: 8 });
  });

  it("are none beyond eight, except the active annotator's", () => {
    const lanes = layoutRows(people(9));
    expect(lanes).toEqual({ annotators: [], spare: true, slots: 1 });
    expect(slotOf(lanes, "a3", "a3")).toBe(0);
    expect(slotOf(lanes, "a4", "a3")).toBeNull();
  });

  it("include a spare one for annotators who are not counted", () => {
    const lanes = layoutRows([...people(2), annotation("late", { status: "surplus" })]);
    expect(lanes.slots).toBe(3);
    expect(slotOf(lanes, "late", null)).toBeNull();
    expect(slotOf(lanes, "late", "late")).toBe(2);
  });

  it("are none without marks", () => {
    expect(layoutRows([annotation("a", { normalized: [] })]).slots).toBe(0);
    expect(layoutRows([]).slots).toBe(0);
  });
});

describe("the painting of a piece", () => {
  it("has gold at the bottom and the active row in the accent colour", () => {
    const lanes = [
      { slot: 0, hand: false },
      { slot: 1, hand: true },
    ];
    expect(paintRows(lanes, 2, true)).toEqual({
      image:
        "linear-gradient(var(--lane) 0 0), linear-gradient(var(--accent) 0 0), linear-gradient(var(--ink) 0 0)",
      position: "0 calc(100% - 10px), 0 calc(100% - 5px), 0 calc(100% - 0px)",
      size: "100% 2px, 100% 3px, 100% 3px",
    });
  });

  it("is empty without rows", () => {
    expect(paintRows([], 3, false)).toEqual({ image: "", position: "", size: "" });
  });
});

it("the annotator key stays within its box and centres a single line", () => {
  expect(signLines(1)).toEqual([10.5]);
  expect(signLines(5)).toEqual([2.5, 6.5, 10.5, 14.5, 18.5]);
  expect(signLines(8).at(0)).toBeCloseTo(2.5);
  expect(signLines(8).at(-1)).toBeCloseTo(18.5);
});
