import { describe, expect, test } from "vitest";
import { AOE, instantsOf, isZone, timeUntil, wallClock, zoneNames } from "./wallClock";

const iso = (instants: number[]) => instants.map((instant) => new Date(instant).toISOString());

describe("the wall clock", () => {
  test("anywhere on Earth is twelve hours behind UTC, in summer too", () => {
    expect(wallClock("2027-01-16T11:59:00Z", AOE)).toBe("2027-01-15T23:59");
    expect(iso(instantsOf("2027-01-15T23:59", AOE))).toEqual(["2027-01-16T11:59:00.000Z"]);
    expect(iso(instantsOf("2027-07-15T23:59", AOE))).toEqual(["2027-07-16T11:59:00.000Z"]);
  });

  test("follows daylight saving time", () => {
    expect(wallClock("2027-01-15T12:00:00Z", "Europe/Helsinki")).toBe("2027-01-15T14:00");
    expect(wallClock("2027-07-15T12:00:00Z", "Europe/Helsinki")).toBe("2027-07-15T15:00");
  });

  test("shows midnight as 00:00 of the next day", () => {
    expect(wallClock("2027-01-15T00:00:00Z", "UTC")).toBe("2027-01-15T00:00");
    expect(iso(instantsOf("2027-01-16T00:00", "Asia/Kolkata"))).toEqual(["2027-01-15T18:30:00.000Z"]);
  });

  test("skips an hour in spring: no instant", () => {
    expect(instantsOf("2027-03-28T03:30", "Europe/Helsinki")).toEqual([]);
    expect(iso(instantsOf("2027-03-28T02:59", "Europe/Helsinki"))).toEqual(["2027-03-28T00:59:00.000Z"]);
    expect(iso(instantsOf("2027-03-28T04:00", "Europe/Helsinki"))).toEqual(["2027-03-28T01:00:00.000Z"]);
  });

  test("shows an hour twice in autumn: two instants, the earlier first", () => {
    expect(iso(instantsOf("2027-11-07T01:30", "America/New_York"))).toEqual([
      "2027-11-07T05:30:00.000Z",
      "2027-11-07T06:30:00.000Z",
    ]);
  });

  test("changes by half an hour on Lord Howe Island", () => {
    expect(instantsOf("2027-10-03T02:15", "Australia/Lord_Howe")).toEqual([]);
    expect(instantsOf("2027-04-04T01:45", "Australia/Lord_Howe")).toHaveLength(2);
  });

  test.each(["", "2027-02-30", "2027-13-01T10:00", "tomorrow"])("has no instant for “%s”", (text) => {
    expect(instantsOf(text, "Europe/Paris")).toEqual([]);
  });

  test("of any zone leads back to its instant", () => {
    for (const zone of ["UTC", AOE, "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns"]) {
      const instant = Date.parse("2027-05-04T03:21:00Z");
      expect(instantsOf(wallClock(instant, zone), zone)).toEqual([instant]);
    }
  });
});

describe("zones", () => {
  test("are known or not", () => {
    expect([AOE, "Europe/Paris", "Mars/Olympus", ""].map(isZone)).toEqual([true, true, false, false]);
  });

  test("begin with AoE, UTC and the reader's, each once", () => {
    const names = zoneNames("Europe/Paris");
    expect(names.slice(0, 3)).toEqual([AOE, "UTC", "Europe/Paris"]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(100);
  });
});

describe("the time until a deadline", () => {
  const now = Date.parse("2027-01-14T21:59:00Z");
  test.each([
    ["2027-01-16T11:59:00Z", "1 day 14 hour"],
    ["2027-01-16T21:59:00Z", "2 day"],
    ["2027-01-15T21:58:00Z", "23 hour 59 minute"],
    ["2027-01-14T23:59:00Z", "2 hour"],
    ["2027-01-14T22:00:00Z", "1 minute"],
    ["2027-01-14T21:59:01Z", "1 minute"],
    ["2027-01-14T21:59:00Z", ""],
    ["2027-01-13T00:00:00Z", ""],
    // Minutes are left out beside days.
    ["2027-01-15T22:09:00Z", "1 day"],
  ])("of %s is “%s”", (deadline, text) => {
    const parts = timeUntil(deadline, now).map(({ n, unit }) => `${n} ${unit}`);
    expect(parts.join(" ")).toBe(text);
  });
});
