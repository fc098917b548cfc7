/* Days of phases in the zone in which they were entered, and the instants of boards, which are in UTC. */

import { locale } from "../../../i18n";
import { intlTag } from "../../../i18n/locales";
import { ianaName, isZone } from "../../../shared/format/wallClock";

/** "18–31 January 2027" in a zone. */
export function dayRange(from: string, to: string, zone: string): string {
  return new Intl.DateTimeFormat(intlTag(locale()), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: isZone(zone) ? ianaName(zone) : "UTC",
  }).formatRange(new Date(from), new Date(to));
}

/** "8 February 2027" in a zone. */
export function dayIn(instant: string, zone: string): string {
  return dayRange(instant, instant, zone);
}

/** "12 Jan, 21:04" in UTC, as boards show when a submission was received. */
export function receivedUtc(instant: string): string {
  return new Intl.DateTimeFormat(intlTag(locale()), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(new Date(instant));
}
