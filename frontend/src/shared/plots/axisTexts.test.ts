import { expect, test } from "vitest";
import { shortDay, thinned, tickText, years } from "./axisTexts";

test("labels are thinned to the room there is", () => {
  expect(thinned(5, 10)).toEqual([0, 1, 2, 3, 4]);
  expect(thinned(10, 4)).toEqual([0, 3, 6, 9]);
  expect(thinned(3, 0)).toEqual([0]);
});

test("a day is short on the axis, its year is in the title", () => {
  expect(shortDay("2027-01-12")).toBe("Jan 12");
  expect(shortDay("")).toBe("");
  expect(years("2027-01-12", "2027-11-01")).toBe("2027");
  expect(years("2026-12-31", "2027-01-01")).toBe("2026–2027");
});

test("numbers have a minus sign and no more than two decimals", () => {
  expect([0, 0.2, 0.955, -0.5].map(tickText)).toEqual(["0", "0.2", "0.96", "−0.5"]);
});
