/* Days of a plot: without gaps, and with as many labels as fit. */

import type { DayCount } from "../../../api/boardTypes";
import { locale } from "../../../i18n";
import { intlTag } from "../../../i18n/locales";

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

/** Returns the positions that have a label: at most so many, evenly spaced, the first among them. */
export function thinned(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}

/** "12 Jan" */
export function shortDay(day: string): string {
  if (!day) return "";
  return new Intl.DateTimeFormat(intlTag(locale()), {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(day));
}
