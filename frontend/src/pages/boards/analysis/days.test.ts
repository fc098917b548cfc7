import { expect, test } from "vitest";
import { everyDay, shortDay, thinned } from "./days";

const day = (name: string, submissions: number) => ({
  day: name,
  submissions,
  scored: submissions,
  teams: 1,
});

test("days without submissions are in the plot, across the end of a month and a change of clocks", () => {
  const days = everyDay([day("2027-03-27", 2), day("2027-03-30", 1)]);
  expect(days.map(({ day: name, submissions }) => [name, submissions])).toEqual([
    ["2027-03-27", 2],
    ["2027-03-28", 0],
    ["2027-03-29", 0],
    ["2027-03-30", 1],
  ]);
  expect(everyDay([])).toEqual([]);
});

test("labels are thinned to the room there is", () => {
  expect(thinned(5, 10)).toEqual([0, 1, 2, 3, 4]);
  expect(thinned(10, 4)).toEqual([0, 3, 6, 9]);
  expect(thinned(3, 0)).toEqual([0]);
});

test("a day is short on the axis", () => {
  expect(shortDay("2027-01-12")).toBe("Jan 12");
  expect(shortDay("")).toBe("");
});
