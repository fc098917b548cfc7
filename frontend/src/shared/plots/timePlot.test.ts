import { expect, test } from "vitest";
import { dateTicks, daysAfter, daysBetween } from "./timePlot";

test("days are counted over the ends of months and years", () => {
  expect(daysBetween("2026-02-27", "2026-03-02")).toBe(3);
  expect(daysAfter("2025-12-30", 3)).toBe("2026-01-02");
});

test("dates on the axis begin with the first and have equal distances", () => {
  expect(dateTicks("2026-03-02", 10, 3)).toEqual(["2026-03-02", "2026-03-06", "2026-03-10"]);
  expect(dateTicks("2026-03-02", 2, 5)).toEqual(["2026-03-02", "2026-03-03"]);
  expect(dateTicks("2026-03-02", 1, 1)).toEqual(["2026-03-02"]);
  expect(dateTicks("", 1, 4)).toEqual([]);
});
