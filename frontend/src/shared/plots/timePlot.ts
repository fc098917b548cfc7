/* Dates on the axis of a plot over time. A date is "2026-03-02". */

export type TimePoint = {
  at: string;
  value: number | null;
  /** Number of items behind the value. */
  n?: number;
  /** Drawn as a ring: a value of few items, or a result that did not pass. */
  hollow?: boolean;
  /** What the date links to in the table. */
  href?: string;
};

const DAY_MS = 86_400_000;

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** At most `most` dates at equal distances in the `total` days from `first`. */
export function dateTicks(first: string, total: number, most: number): string[] {
  if (!first) return [];
  const step = Math.max(1, Math.ceil(total / most));
  return Array.from({ length: Math.ceil(total / step) }, (_, at) => daysAfter(first, at * step));
}
