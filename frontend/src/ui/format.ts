/* Numbers, times and names as they are read in the locale that is shown. They need no component, and are read anew when
   the locale changes. */

import { locale, t } from "../messages";
import { inLocale } from "../messages/filling";

const clockFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const dayFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric" }),
);
const agoFormat = inLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
const decimalFormat = inLocale(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
);
const languageNames = inLocale((tag) => new Intl.DisplayNames(tag, { type: "language" }));
const listFormat = inLocale((tag) => new Intl.ListFormat(tag, { type: "unit", style: "short" }));
const collator = inLocale((tag) => new Intl.Collator(tag, { numeric: true }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

type Instant = Date | string;

/** 12:03 */
export function clock(instant: Instant): string {
  return clockFormat(locale()).format(new Date(instant));
}

/** March 14, 2025 */
export function day(instant: Instant): string {
  return dayFormat(locale()).format(new Date(instant));
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

/** A share as "26 %"; what is not all is never shown as 100. */
export function percent(share: number): string {
  return t("number.percent", { n: share < 1 ? Math.min(Math.round(share * 100), 99) : 100 });
}

/** An agreement or another figure between 0 and 1, to three places. */
export function decimal(value: number): string {
  return decimalFormat(locale()).format(value);
}

/** "Arabic" for "ar"; a tag that has no name is shown as it is. */
export function languageName(tag: string): string {
  try {
    return languageNames(locale()).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** "Ada, Bo, Chen", with the comma of the language. */
export function listed(names: readonly string[]): string {
  return listFormat(locale()).format(names);
}

/** For sorting names as their reader would look them up. */
export function byName(a: string, b: string): number {
  return collator(locale()).compare(a, b);
}

/** One or two letters that stand for a person. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase(locale());
}
