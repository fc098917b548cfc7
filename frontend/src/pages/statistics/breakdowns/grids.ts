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
