import { expect, test } from "vitest";
import { everyDay } from "./days";

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
