/* Times and names in the current locale. Reactive. Formats that the first pages do not need are in modules of their own: dates,
   decimal, sorting. */

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

/** Returns a share as "26 %"; less than all is never shown as 100. */
export function percent(share: number): string {
  return t("number.percent", { n: share < 1 ? Math.min(Math.round(share * 100), 99) : 100 });
}

/** The language of items whose record has none. */
export const NO_LANGUAGE = "und";

/** Returns "Arabic" for "ar"; an unknown tag is returned unchanged. */
export function languageName(tag: string): string {
  if (tag === NO_LANGUAGE) return t("language.none");
  try {
    return languageNames(locale()).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the direction of a question. Without a language it is that of its own text, which may differ from the answer's. */
export function questionDirection(item: {
  language: string;
  direction: "ltr" | "rtl";
}): "ltr" | "rtl" | "auto" {
  return item.language === NO_LANGUAGE ? "auto" : item.direction;
}

/** "Ada, Bo, Chen", with the comma of the language. */
export function listed(names: readonly string[]): string {
  return listFormat(locale()).format(names);
}

/** Returns one or two initials of a person. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase(locale());
}
