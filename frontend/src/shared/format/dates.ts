/* Dates and durations in the current locale. */

import { locale, t } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";
import type { Instant } from "./format";

const dayFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric" }),
);
const calendarFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
);
const agoFormat = inLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** March 14, 2025 */
export function day(instant: Instant): string {
  return dayFormat(locale()).format(new Date(instant));
}

/** Parses a date. One without a time, "2025-03-14", is the same day in every time zone. */
export function calendarDay(date: string): string {
  return calendarFormat(locale()).format(new Date(date));
}

/** Returns whether `ago` shows a date. */
export function isDated(instant: Instant, now: Date = new Date()): boolean {
  return now.getTime() - new Date(instant).getTime() >= WEEK;
}

/** "just now", "5 minutes ago", "yesterday"; after a week the date. */
export function ago(instant: Instant, now: Date = new Date()): string {
  const passed = now.getTime() - new Date(instant).getTime();
  if (passed < MINUTE) return t("time.now");
  const format = agoFormat(locale());
  if (passed < HOUR) return format.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return format.format(-Math.floor(passed / HOUR), "hour");
  if (passed < WEEK) return format.format(-Math.floor(passed / DAY), "day");
  return day(instant);
}

/** Seconds of work: "4 h 10 min", "12 min". */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? t("time.minutes", { n: minutes })
    : t("time.hours", { h: Math.floor(minutes / 60), min: minutes % 60 });
}
