/* Words in drawings, which read from left to right in every language. */

import { locale } from "../../i18n";
import { directionOf } from "../../i18n/locales";

/** Returns a text that keeps the direction of the interface language inside a drawing (U+2067, U+2069). */
export function sentence(text: string): string {
  return directionOf(locale()) === "rtl" ? `\u2067${text}\u2069` : text;
}
