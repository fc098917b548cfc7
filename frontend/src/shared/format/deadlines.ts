/* Deadlines in the current locale: in the zone in which they were entered, in the reader's own, and the time that is left. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";
import { intlTag } from "../../i18n/locales";
import type { Instant } from "./format";
import { AOE, ianaName, isZone, ownZone, type Span } from "./wallClock";

const UNITS = ["day", "hour", "minute"] as const;
const unitFormats = Object.fromEntries(
  UNITS.map((unit) => [
    unit,
    inLocale((tag) => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" })),
  ]),
);
const narrowList = inLocale((tag) => new Intl.ListFormat(tag, { type: "unit", style: "narrow" }));

/** "1 day 14 hours" */
export function spanText(span: Span): string {
  const parts = span.map(({ n, unit }) => unitFormats[unit]?.(locale()).format(n) ?? "");
  return narrowList(locale()).format(parts);
}

function dateAndTime(instant: Instant, zone: string, year: boolean): string {
  const at = new Date(instant);
  const timeZone = ianaName(zone);
  const tag = intlTag(locale());
  const date = new Intl.DateTimeFormat(tag, {
    timeZone,
    day: "numeric",
    month: "long",
    ...(year && { year: "numeric" }),
  });
  const time = new Intl.DateTimeFormat(tag, {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const comma = locale() === "ar" ? "،" : ",";
  return `${date.format(at)}${comma} ${time.format(at)}`;
}

/** "15 January 2027, 23:59 AoE". In UTC if the browser does not know the zone. */
export function inTaskZone(instant: Instant, zone: string): string {
  const known = isZone(zone) ? zone : "UTC";
  return `${dateAndTime(instant, known, true)} ${known}`;
}

/** "16 January, 13:59", in the reader's zone. */
export function inReadersZone(instant: Instant, zone = ownZone()): string {
  return dateAndTime(instant, zone, false);
}

/** "Helsinki, EET": city and abbreviation of a zone at an instant. */
export function zoneLabel(instant: Instant, zone = ownZone()): string {
  if (zone === AOE || zone === "UTC") return zone;
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "short" }).formatToParts(
    new Date(instant),
  );
  const short = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return city === short || !short ? city : `${city}, ${short}`;
}
