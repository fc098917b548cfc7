/* Formats of numbers on the agreement page in the current locale. */

import { locale } from "../../../i18n";
import { inLocale } from "../../../i18n/interpolate";

const countFormat = inLocale((tag) => new Intl.NumberFormat(tag));
const errorFormat = inLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }));

const preciseFormat = inLocale(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 6, maximumFractionDigits: 6 }),
);

/** With the six decimals of published tables: 58.480449. */
export function preciseText(value: number): string {
  return preciseFormat(locale()).format(value);
}

const significantFormat = inLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 }));

/** How many: 12,000. */
export function countText(value: number): string {
  return countFormat(locale()).format(value);
}

const lengthFormat = inLocale(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A mean length with one decimal: 53.4. */
export function lengthText(value: number): string {
  return lengthFormat(locale()).format(value);
}

/** Returns an error with two significant digits. */
export function errorText(value: number): string {
  return errorFormat(locale()).format(value);
}

/** Returns a p value with three significant digits, as papers print it: 0.0395, 1.72e−8. */
export function significantText(value: number): string {
  if (value !== 0 && value < 0.001) return value.toExponential(2).replace("-", "\u2212");
  return significantFormat(locale()).format(value);
}
