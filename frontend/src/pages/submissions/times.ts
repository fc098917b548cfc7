/* Clock times of receipts and resets. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";
import type { Instant } from "../../shared/format/format";

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const;
const clocks = inLocale((tag) => new Intl.DateTimeFormat(tag, CLOCK));
const days = inLocale((tag) => new Intl.DateTimeFormat(tag, { ...CLOCK, day: "numeric", month: "short" }));

/** 21:41 */
export function clockInUtc(instant: Instant): string {
  return clocks(locale()).format(new Date(instant));
}

/** Jan 14, 21:41 */
export function dayInUtc(instant: Instant): string {
  return days(locale()).format(new Date(instant));
}
