/* Times and names as they are read in the locale that is shown. They need no component, and are read anew when the locale
   changes. What no page loads at once stands beside this: dates, decimal, sorting. */

import { locale, t } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const clockFormat = inLocale(
  (tag) => new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const languageNames = inLocale((tag) => new Intl.DisplayNames(tag, { type: "language" }));
const listFormat = inLocale((tag) => new Intl.ListFormat(tag, { type: "unit", style: "short" }));

export type Instant = Date | string;

/** 12:03 */
export function clock(instant: Instant): string {
  return clockFormat(locale()).format(new Date(instant));
}

/** A share as "26 %"; what is not all is never shown as 100. */
export function percent(share: number): string {
  return t("number.percent", { n: share < 1 ? Math.min(Math.round(share * 100), 99) : 100 });
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

/** One or two letters that stand for a person. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase(locale());
}
