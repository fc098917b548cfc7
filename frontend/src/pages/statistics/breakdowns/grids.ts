/* Arranges breakdowns as grids of rows, columns and cells. */

import type { ModelRates } from "../../../api/types";

export interface Rates {
  models: string[];
  languages: string[];
  at: (model: string, language: string) => ModelRates | undefined;
}

/** Models and languages in the order of the alphabet; what names no model comes last. */
export function ratesGrid(rows: readonly ModelRates[], byName: (a: string, b: string) => number): Rates {
  const cells = new Map(rows.map((row) => [JSON.stringify([row.model, row.language]), row]));
  const unique = (values: string[]) => [...new Set(values)].sort(byName);
  const models = unique(rows.map(({ model }) => model)).filter((model) => model !== "");
  return {
    models: rows.some(({ model }) => model === "") ? [...models, ""] : models,
    languages: unique(rows.map(({ language }) => language)),
    at: (model, language) => cells.get(JSON.stringify([model, language])),
  };
}

export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** Returns a function that finds the pair of two annotators in either order. */
export function pairsGrid<Pair extends { first: string; second: string }>(
  pairs: readonly Pair[],
): (one: string, other: string) => Pair | undefined {
  const cells = new Map(pairs.map((pair) => [JSON.stringify([pair.first, pair.second]), pair]));
  return (one, other) => cells.get(JSON.stringify([one, other])) ?? cells.get(JSON.stringify([other, one]));
}

/** Depth 1 to 5 of a share from 0 to 1. */
export function depth(share: number): 1 | 2 | 3 | 4 | 5 {
  if (share <= 0.2) return 1;
  if (share <= 0.4) return 2;
  if (share <= 0.6) return 3;
  return share <= 0.8 ? 4 : 5;
}

/** How far two annotators are apart: 0 where they agree, 1 at the least agreement of two, which is one half. */
export function apart(agreement: number): number {
  return Math.min(1, Math.max(0, 2 * (1 - agreement)));
}

/** Every day from the first to the last, those without work as well; of many only the last. */
export function everyDay(
  days: readonly { day: string; annotations: number }[],
  most: number,
): { day: string; annotations: number }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const done = new Map(days.map(({ day, annotations }) => [day, annotations]));
  const found = [];
  for (let at = Date.parse(last.day); at >= Date.parse(first.day) && found.length < most; at -= 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    found.unshift({ day, annotations: done.get(day) ?? 0 });
  }
  return found;
}
