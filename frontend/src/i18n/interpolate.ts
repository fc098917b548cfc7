/* Fills parameters into a message. */

import { directionOf, intlTag, type Locale } from "./locales";
import type { Message, Plural } from "./types";

export type Values = Readonly<Record<string, string | number>>;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function interpolate(message: Message, values: Values, locale: Locale): string {
  const text = typeof message === "string" ? message : form(message, Number(values["n"]), locale);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (typeof value === "number") return numberFormat(locale).format(value);
    return value === undefined ? place : isolated(value, locale);
  });
}

function form(message: Plural, n: number, locale: Locale): string {
  return message[pluralRules(locale).select(n)] ?? message.other;
}

/** Isolates a value whose direction differs from the sentence's, as <bdi> does for elements: labels and titles have none. */
function isolated(value: string, locale: Locale): string {
  const astray = directionOf(locale) === "rtl" || RIGHT_TO_LEFT.test(value);
  return astray && value ? FIRST_STRONG_ISOLATE + value + POP_ISOLATE : value;
}

const pluralRules = inLocale((tag) => new Intl.PluralRules(tag));
const numberFormat = inLocale((tag) => new Intl.NumberFormat(tag));

/** One formatter a locale, made when it is first needed. */
export function inLocale<Format>(make: (tag: string) => Format): (locale: Locale) => Format {
  const made: { [L in Locale]?: Format } = {};
  return (locale) => (made[locale] ??= make(intlTag(locale)));
}
