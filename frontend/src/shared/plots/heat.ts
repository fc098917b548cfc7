/* Steps of the heat maps. A legend shows them beside the map. */

import { tickText } from "./axisTexts";

export type HeatStep = 0 | 1 | 2 | 3 | 4 | 5;

/** The lower ends of the six steps. */
export type HeatEnds = readonly [number, number, number, number, number, number];

/** Of shares from 0 to 1. Below the first end a cell is empty. */
export const SHARE_ENDS: HeatEnds = [0.005, 0.05, 0.2, 0.4, 0.6, 0.8];
/** Of the multiset IoU of two annotators, which is at least one half. */
export const PAIR_ENDS: HeatEnds = [0, 0.6, 0.7, 0.8, 0.9, 0.95];
/** Of Cohen's κ, in the bands of Landis and Koch (1977). */
export const KAPPA_ENDS: HeatEnds = [-1, 0, 0.2, 0.4, 0.6, 0.8];

/** Two annotators with fewer items in common are not compared by colour. */
export const FEWEST_SHARED = 10;

/** Returns the step of a value, or null below the first one. */
export function heatStep(value: number, ends: HeatEnds): HeatStep | null {
  if (value >= ends[5]) return 5;
  if (value >= ends[4]) return 4;
  if (value >= ends[3]) return 3;
  if (value >= ends[2]) return 2;
  if (value >= ends[1]) return 1;
  return value >= ends[0] ? 0 : null;
}

/** Returns the texts of a legend: "< 0.6", "0.6–0.7", …, "≥ 0.95". */
export function stepTexts([, ...ends]: HeatEnds): string[] {
  return [
    `< ${tickText(ends[0])}`,
    ...ends.slice(0, -1).map((low, at) => `${tickText(low)}–${tickText(ends[at + 1] ?? 1)}`),
    `≥ ${tickText(ends[4])}`,
  ];
}

/** The texts of shares, in percent. */
export const SHARE_TEXTS = ["0.5–5", "5–20", "20–40", "40–60", "60–80", "80–100"] as const;
