import { describe, expect, test } from "vitest";
import type { BoardRow, MetricScore } from "../../../api/boardTypes";
import { axisOf, axisValues, onAxis, placeRows } from "./boardRows";

const score = (value: number | null): MetricScore => ({ value, low: null, high: null, reason: null });

function row(name: string, rank: number | null, tier: number | null, value: number | null): BoardRow {
  return {
    rank,
    tier,
    kind: rank === null ? "baseline" : "team",
    name,
    own: false,
    team_id: rank,
    system: name,
    submission: rank,
    values: { iou: score(value) },
    rank_low: null,
    rank_high: null,
    rank_probabilities: null,
    win_over_next: null,
    scored: rank ?? 0,
    received_at: rank === null ? null : `2027-01-0${rank}T00:00:00Z`,
  };
}

const rows = [
  row("b", 2, 2, 0.4),
  row("a", 1, 1, 0.6),
  row("half", null, null, 0.5),
  row("none", null, null, null),
];

const shown = (...given: Parameters<typeof placeRows>) =>
  placeRows(...given).map(({ row: each, tier }) => [each.name, tier]);

describe("a board", () => {
  test("has unranked rows where their score belongs, and undefined scores last", () => {
    expect(shown(rows, "iou", false)).toEqual([
      ["a", 1],
      ["half", null],
      ["b", 2],
      ["none", null],
    ]);
  });

  test("is the other way round for a metric of which less is better", () => {
    const errors = [row("a", 1, 1, 0.1), row("b", 2, 1, 0.4), row("quarter", null, null, 0.25)];
    expect(shown(errors, "iou", true).map(([name]) => name)).toEqual(["a", "quarter", "b"]);
  });

  test("names a tier once, also where an unranked row stands within it", () => {
    const tiers = [row("a", 1, 1, 0.6), row("b", 2, 1, 0.4), row("half", null, null, 0.5)];
    expect(shown(tiers, "iou", false).map(([, tier]) => tier)).toEqual([1, null, null]);
  });

  test("has no tiers in another order than that of ranks", () => {
    expect(shown(rows, "iou", false, "received")).toEqual([
      ["b", null],
      ["a", null],
      ["half", null],
      ["none", null],
    ]);
  });
});

describe("the axis of scores", () => {
  test("has at most five round ticks within its ends", () => {
    expect(axisOf([0.28, 0.68]).ticks).toEqual([0.3, 0.4, 0.5, 0.6, 0.7]);
    expect(axisOf([-0.42, 0.88]).ticks).toEqual([-0.25, 0, 0.25, 0.5, 0.75]);
    const narrow = axisOf([0.5, 0.5]);
    expect(narrow.low).toBeLessThan(0.5);
    expect(narrow.high).toBeGreaterThan(0.5);
  });

  test("leaves room at both ends", () => {
    const axis = axisOf([0.2, 0.8]);
    expect(onAxis(axis, 0.5)).toBe(50);
    expect(onAxis(axis, 0.2)).toBeGreaterThan(0);
    expect(onAxis(axis, 0.8)).toBeLessThan(100);
  });

  test("is of values and intervals that are defined", () => {
    expect(axisValues(rows, "iou")).toEqual([0.4, 0.6, 0.5]);
    expect(axisValues(rows, "rho")).toEqual([]);
  });
});
