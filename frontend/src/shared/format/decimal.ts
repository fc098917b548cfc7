/* Values between 0 and 1. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const decimalFormat = inLocale(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
);

/** Returns a value between 0 and 1 with three decimals. */
export function decimal(value: number): string {
  return decimalFormat(locale()).format(value);
}
