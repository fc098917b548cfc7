/* The order of rows on a board, where tiers begin, and the axis of the scores. */

import type { BoardRow } from "../../../api/boardTypes";

export type BoardColumn = "rank" | "scored" | "received";

export interface PlacedRow {
  row: BoardRow;
  /** The tier that begins at this row. */
  tier: number | null;
}

/**
 * Returns the rows as the board shows them: ranked ones by rank, others where their score belongs, undefined ones last.
 * Tiers begin only in the order of ranks.
 */
export function placeRows(
  rows: readonly BoardRow[],
  metric: string,
  lowerIsBetter: boolean,
  column: BoardColumn = "rank",
): PlacedRow[] {
  if (column !== "rank") return sortedRows(rows, column).map((row) => ({ row, tier: null }));
  const goodness = (row: BoardRow) => {
    const value = row.values[metric]?.value ?? null;
    return value === null ? -Infinity : lowerIsBetter ? -value : value;
  };
  const placed = rows.filter(({ rank }) => rank !== null).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const others = rows.filter(({ rank }) => rank === null).sort((a, b) => goodness(b) - goodness(a));
  for (const row of others) {
    const at = placed.findIndex((each) => goodness(each) < goodness(row));
    placed.splice(at < 0 ? placed.length : at, 0, row);
  }
  let latest: number | null = null;
  return placed.map((row) => {
    const begins = row.tier !== null && row.tier !== latest ? row.tier : null;
    latest = row.tier ?? latest;
    return { row, tier: begins };
  });
}

function sortedRows(rows: readonly BoardRow[], column: "scored" | "received"): BoardRow[] {
  const key = (row: BoardRow) =>
    column === "scored" ? row.scored : row.received_at === null ? -1 : Date.parse(row.received_at);
  return rows.filter(({ kind }) => kind !== "human").toSorted((a, b) => key(b) - key(a));
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1];
const MOST_TICKS = 5;

/** Returns an axis around values, with at most five round ticks. */
export function axisOf(values: readonly number[]): Axis {
  const least = values.length > 0 ? Math.min(...values) : 0;
  const most = values.length > 0 ? Math.max(...values) : 1;
  const span = Math.max(most - least, 0.02);
  const margin = span * 0.06;
  const [low, high] = [least - margin, least + span + margin];
  for (const step of STEPS) {
    const first = Math.ceil(low / step - 1e-9);
    const last = Math.floor(high / step + 1e-9);
    if (last - first < MOST_TICKS) {
      const ticks = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) =>
        Number(((first + at) * step).toFixed(2)),
      );
      return { low, high, ticks };
    }
  }
  return { low, high, ticks: [] };
}

/** Returns the scores that an axis must show. */
export function axisValues(rows: readonly BoardRow[], metric: string): number[] {
  return rows.flatMap(({ values }) => {
    const score = values[metric];
    return score
      ? [score.value, score.low, score.high].filter((value): value is number => value !== null)
      : [];
  });
}

/** Returns the place of a value on an axis, in percent of its length. */
export function onAxis({ low, high }: Axis, value: number): number {
  return Number((((value - low) / (high - low)) * 100).toFixed(3));
}
