import { expect, test } from "vitest";
import type { TaskPhase, TaskTrack } from "../../../api/taskDetails";
import { opensAt, placeOf, usualPhase } from "./boardPlace";

function phase(slug: string, state: TaskPhase["state"], visible: boolean): TaskPhase {
  return {
    id: 1,
    slug,
    name: slug,
    kind: "test",
    split: "test",
    starts_at: "2027-01-01T00:00:00Z",
    ends_at: "2027-01-31T00:00:00Z",
    zone: "AoE",
    state,
    visibility: "blind",
    results_at: null,
    names_at: null,
    gold_at: null,
    board_rule: "best",
    board_visible: visible,
    own_scores_visible: visible,
    gold_visible: false,
    paused_reason: "",
    daily_cap: 0,
    total_cap: 0,
    daily_attempts: 0,
    version: 0,
    changes: [],
    files: [],
  };
}
const track = (slug: string): TaskTrack => ({
  id: 1,
  slug,
  name: slug,
  language: slug,
  metrics: ["iou"],
  confidence: false,
});

const development = phase("development", "ended", true);
const blind = phase("test", "open", false);
const post = phase("post", "upcoming", false);
const task = { phases: [development, blind, post], tracks: [track("en"), track("ar")] };

test("the usual phase is one with a board, an open one first", () => {
  expect(usualPhase(task.phases)).toBe(development);
  expect(usualPhase([development, phase("test", "open", true)])?.slug).toBe("test");
  expect(usualPhase([blind, post])).toBe(blind);
  expect(usualPhase([post])).toBe(post);
  expect(usualPhase([])).toBeUndefined();
});

test("an address names phase and track, or leaves them to Morel", () => {
  expect(placeOf(task, "test/ar")).toEqual({ phase: blind, track: task.tracks[1] });
  expect(placeOf(task, "test")).toEqual({ phase: blind, track: task.tracks[0] });
  expect(placeOf(task, "")).toEqual({ phase: development, track: task.tracks[0] });
  expect(placeOf(task, "final/en")).toBeNull();
  expect(placeOf(task, "test/zh")).toBeNull();
  expect(placeOf({ phases: [], tracks: [] }, "")).toBeNull();
});

test("a board opens at its own date, else at the end of its phase", () => {
  expect(opensAt(blind)).toBe("2027-01-31T00:00:00Z");
  expect(opensAt({ ...blind, results_at: "2027-02-03T00:00:00Z" })).toBe("2027-02-03T00:00:00Z");
  expect(opensAt({ ...blind, ends_at: null })).toBeNull();
});
