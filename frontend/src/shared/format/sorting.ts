/* The order in which names are looked up. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const collator = inLocale((tag) => new Intl.Collator(tag, { numeric: true }));

/** For sorting names as their reader would look them up. */
export function byName(a: string, b: string): number {
  return collator(locale()).compare(a, b);
}
