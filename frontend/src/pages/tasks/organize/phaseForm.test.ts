import { describe, expect, test } from "vitest";
import type { TaskPhase } from "../../../api/types";
import {
  changesOf,
  differences,
  fieldsOf,
  merged,
  needsReason,
  newFields,
  newPhaseOf,
  wrongsOf,
} from "./phaseForm";

const phase: TaskPhase = {
  id: 4,
  slug: "test",
  name: "Test",
  kind: "test",
  split: "test",
  starts_at: "2027-01-18T12:00:00Z",
  ends_at: "2027-02-01T11:59:30Z",
  zone: "AoE",
  state: "upcoming",
  paused_reason: "",
  visibility: "blind",
  results_at: null,
  names_at: null,
  gold_at: null,
  daily_cap: 5,
  total_cap: 0,
  daily_attempts: 40,
  board_rule: "best",
  version: 3,
  changes: [],
  board_visible: false,
  own_scores_visible: false,
  gold_visible: false,
  files: [],
};
const stored = fieldsOf(phase);

describe("the form of a phase", () => {
  test("shows dates in the zone in which they were entered", () => {
    expect(stored).toMatchObject({ starts_at: "2027-01-18T00:00", ends_at: "2027-01-31T23:59", zone: "AoE" });
    expect(fieldsOf({ ...phase, zone: "Mars/Olympus" })).toMatchObject({
      zone: "UTC",
      starts_at: "2027-01-18T12:00",
    });
  });

  test("sends what has changed, so seconds of an untouched date stay", () => {
    expect(changesOf(stored, stored)).toEqual({});
    expect(changesOf({ ...stored, name: "Final test", daily_cap: "7" }, stored)).toEqual({
      name: "Final test",
      daily_cap: 7,
    });
    expect(changesOf({ ...stored, ends_at: "" }, stored)).toEqual({ ends_at: null });
  });

  test("sends every date again in another zone", () => {
    expect(changesOf({ ...stored, zone: "Europe/Paris" }, stored)).toEqual({
      starts_at: { at: "2027-01-18T00:00", zone: "Europe/Paris" },
      ends_at: { at: "2027-01-31T23:59", zone: "Europe/Paris" },
    });
  });

  test("finds an end before the start, at its field", () => {
    expect(wrongsOf(stored)).toEqual({});
    expect(wrongsOf({ ...stored, ends_at: "2027-01-17T23:59" })).toEqual({ ends_at: "end-first" });
    expect(wrongsOf({ ...stored, ends_at: stored.starts_at })).toEqual({ ends_at: "end-first" });
  });

  test("finds times that clocks skip or show twice, unknown zones and numbers that are none", () => {
    const paris = { ...stored, zone: "Europe/Paris", starts_at: "2027-01-01T00:00" };
    expect(wrongsOf({ ...paris, ends_at: "2027-03-28T02:30" })).toEqual({ ends_at: "skipped" });
    expect(wrongsOf({ ...paris, ends_at: "2027-10-31T02:30" })).toEqual({ ends_at: "twice" });
    expect(wrongsOf({ ...stored, zone: "Atlantis" })).toEqual({ zone: "zone.unknown" });
    expect(wrongsOf({ ...stored, daily_cap: "five", total_cap: "-1" })).toEqual({
      daily_cap: "whole",
      total_cap: "whole",
    });
    expect(wrongsOf(newFields("dev"))).toEqual({ starts_at: "required" });
  });

  test("leaves the day from which gold is open to the server where it is empty", () => {
    const fields = { ...newFields("dev"), name: "Dev", slug: "dev", starts_at: "2027-01-01T00:00" };
    expect(newPhaseOf(fields)).toEqual({
      name: "Dev",
      slug: "dev",
      kind: "development",
      split: "dev",
      visibility: "board",
      board_rule: "best",
      daily_cap: 5,
      total_cap: 0,
      daily_attempts: 40,
      starts_at: { at: "2027-01-01T00:00", zone: "AoE" },
      ends_at: null,
      results_at: null,
      names_at: null,
    });
  });

  test("asks for a reason where the end of a phase that has begun moves", () => {
    const during = Date.parse("2027-01-20T00:00:00Z");
    expect(needsReason(phase, { ends_at: null }, during)).toBe(true);
    expect(needsReason(phase, { name: "Final" }, during)).toBe(false);
    expect(needsReason(phase, { ends_at: null }, Date.parse("2027-01-01T00:00:00Z"))).toBe(false);
  });

  test("keeps what was typed after another organizer has saved, and takes the rest", () => {
    const theirs = { ...stored, name: "Theirs", daily_cap: "9", ends_at: "2027-02-05T23:59" };
    const typed = { ...stored, name: "Mine", total_cap: "50" };
    expect(merged(typed, stored, theirs)).toEqual({ ...theirs, name: "Mine", total_cap: "50" });
    expect(merged(stored, stored, theirs)).toEqual(theirs);
  });

  test("keeps all dates with their zone where one of them was typed", () => {
    const theirs = { ...stored, zone: "UTC", starts_at: "2027-01-18T12:00", ends_at: "2027-02-01T11:59" };
    const typed = { ...stored, results_at: "2027-02-03T12:00" };
    expect(merged(typed, stored, theirs)).toEqual(typed);
  });

  test("names the fields that another organizer has changed", () => {
    expect(differences({ ...stored, name: "Mine", split: "dev" }, stored)).toEqual(["name", "split"]);
  });
});
