/* Times as clocks of a zone show them, such as "2027-01-15T23:59", and the instants that they name. AoE, "anywhere on Earth", is
   UTC−12. Without dependencies on the page. */

/** The zone of many deadlines: a day ends when it has ended everywhere. */
export const AOE = "AoE";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns the IANA name of a zone of a task. */
export function ianaName(zone: string): string {
  return zone === AOE ? "Etc/GMT+12" : zone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: ianaName(zone),
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(zone, format);
  }
  return format;
}

/** Returns whether the browser knows a zone. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns what clocks of the zone show at an instant, to the minute: "2027-01-15T23:59". */
export function wallClock(instant: string | number | Date, zone: string): string {
  const parts = formatOf(zone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/**
 * Returns the instants, in milliseconds since 1970, at which clocks of the zone show a time: none if they skip it, two if they show
 * it twice. None as well for what is no date.
 */
export function instantsOf(wall: string, zone: string): number[] {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  // Clocks change at most once within two days: the offsets before and after are all that can apply.
  const offsets = [asUtc - DAY, asUtc + DAY].map((near) => Date.parse(`${wallClock(near, zone)}Z`) - near);
  const found = [...new Set(offsets.map((offset) => asUtc - offset))];
  return found.filter((instant) => wallClock(instant, zone) === wall).sort((a, b) => a - b);
}

/** Returns the reader's own zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the zones to choose from: AoE, UTC and the reader's first. */
export function zoneNames(own = ownZone()): string[] {
  const first = [AOE, "UTC", own];
  return [...new Set([...first, ...Intl.supportedValuesOf("timeZone")])];
}

export type Span = readonly { n: number; unit: "day" | "hour" | "minute" }[];

/** Returns the time until an instant in its two largest units, rounded up to a minute: 1 day and 14 hours. Empty if it is over. */
export function timeUntil(instant: string | number | Date, now: number): Span {
  const minutes = Math.ceil((new Date(instant).getTime() - now) / MINUTE);
  if (minutes <= 0) return [];
  const days = Math.floor(minutes / (24 * 60));
  const hours = Math.floor(minutes / 60) % 24;
  const units = [
    { n: days, unit: "day" },
    { n: hours, unit: "hour" },
    { n: minutes % 60, unit: "minute" },
  ] as const;
  const first = units.findIndex(({ n }) => n > 0);
  return units.slice(first, first + 2).filter(({ n }) => n > 0);
}
