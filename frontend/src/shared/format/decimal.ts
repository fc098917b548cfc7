/* Values between 0 and 1. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const decimalFormat = inLocale(
  (tag) =>
    new Intl.NumberFormat(tag, {
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
      signDisplay: "negative",
    }),
);

/** Returns a value with three decimals, and a minus sign, not a hyphen, if it is negative. */
export function decimal(value: number): string {
  return decimalFormat(locale()).format(value).replace("-", "−");
}
