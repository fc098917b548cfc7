/* Sorting of names. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const collator = inLocale((tag) => new Intl.Collator(tag, { numeric: true }));

/** Compares names in the order of the current locale. */
export function byName(a: string, b: string): number {
  return collator(locale()).compare(a, b);
}
