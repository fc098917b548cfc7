/* Days of a plot, without gaps. */

import type { DayCount } from "../../../api/boardTypes";

const DAY_MS = 86_400_000;
/** A longer plot could not be read. */
const MOST_DAYS = 400;

/** Returns all days from the first to the last, also those without submissions. */
export function everyDay(days: readonly DayCount[]): DayCount[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const known = new Map(days.map((each) => [each.day, each]));
  const from = Date.parse(first.day);
  const count = Math.min(Math.round((Date.parse(last.day) - from) / DAY_MS) + 1, MOST_DAYS);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(from + at * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, submissions: 0, scored: 0, teams: 0 };
  });
}
