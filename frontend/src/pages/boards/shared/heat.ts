/* Probabilities in the heat maps of boards. Below the first step a cell is empty. */

import { heatStep as stepOf, type HeatStep, SHARE_ENDS } from "../../../shared/plots/heat";

/** Returns the step of a share, or null below the first one. */
export function heatStep(share: number): HeatStep | null {
  return stepOf(share, SHARE_ENDS);
}

/** Returns a share in whole percent: less than all is never 100, more than none that is shown never 0. */
export function wholePercent(share: number): number {
  if (share >= 1) return 100;
  const rounded = Math.round(share * 100);
  return share >= 0.005 ? Math.min(Math.max(rounded, 1), 99) : 0;
}

/** From this percentage on, the number stands in the cell; below it the cells would be full of small ones. */
export const PRINTED_FROM = 10;

/** Most columns of rank probabilities. Boards with more teams show those around each row's own rank. */
export const MOST_RANKS = 15;

export interface RankCell {
  /** The rank, or null where the window reaches past the first or last one. */
  rank: number | null;
  share: number;
  step: HeatStep | null;
}

/** Returns the heads of the columns: ranks, or distances from the row's rank where there are too many. */
export function rankHeads(teams: number): { offset: boolean; heads: number[] } {
  if (teams <= MOST_RANKS) return { offset: false, heads: Array.from({ length: teams }, (_, at) => at + 1) };
  const half = (MOST_RANKS - 1) / 2;
  return { offset: true, heads: Array.from({ length: MOST_RANKS }, (_, at) => at - half) };
}

/** Returns the cells of a row. Without probabilities all are empty. */
export function rankCells(
  probabilities: readonly number[] | null,
  rank: number | null,
  teams: number,
): RankCell[] {
  const { offset, heads } = rankHeads(teams);
  return heads.map((head) => {
    const at = offset ? (rank === null ? 0 : rank + head) : head;
    const share = (rank !== null && probabilities?.[at - 1]) || 0;
    return { rank: at >= 1 && at <= teams ? at : null, share, step: heatStep(share) };
  });
}

/** Returns the head of a column: a rank, or a signed distance with a minus sign. */
export function headText(offset: boolean, head: number): string {
  if (!offset || head === 0) return String(head);
  return `${head > 0 ? "+" : "−"}${Math.abs(head)}`;
}
