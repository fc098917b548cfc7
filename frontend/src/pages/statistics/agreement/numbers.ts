/* Formats of numbers on the agreement page in the current locale. */

import { locale } from "../../../i18n";
import { inLocale } from "../../../i18n/interpolate";

const countFormat = inLocale((tag) => new Intl.NumberFormat(tag));
const tickFormat = inLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }));
const errorFormat = inLocale((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 2 }));

/** How many: 12,000. */
export function countText(value: number): string {
  return countFormat(locale()).format(value);
}

/** On an axis: 0, 0.2, 0.65. */
export function tickText(value: number): string {
  return tickFormat(locale()).format(value);
}

/** Returns an error with two significant digits. */
export function errorText(value: number): string {
  return errorFormat(locale()).format(value);
}
