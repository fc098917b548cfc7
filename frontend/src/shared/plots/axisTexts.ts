/* Numbers and dates on axes. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const tickFormat = inLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }));
const dayFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" }),
);
const yearFormat = inLocale((tag) => new Intl.DateTimeFormat(tag, { year: "numeric", timeZone: "UTC" }));

/** Returns a number: 0, 0.2, −0.65. */
export function tickText(value: number): string {
  return tickFormat(locale()).format(value).replace("-", "−");
}

/** Returns a day without its year, which is in the title of the axis: "12 Jan". */
export function shortDay(day: string): string {
  return day && dayFormat(locale()).format(new Date(day));
}

/** Returns the years of an axis of days: "2026", "2025–2026". */
export function years(first: string, last: string): string {
  const [from, to] = [first, last].map((day) => day && yearFormat(locale()).format(new Date(day)));
  return from === to ? (from ?? "") : `${from}–${to}`;
}

/** Returns the positions that have a label: at most so many, evenly spaced, the first among them. */
export function thinned(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}
