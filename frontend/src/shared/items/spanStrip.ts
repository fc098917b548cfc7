/* An answer as a strip: how deep each stretch of it is marked. */

import type { ItemRow } from "../../api/types";
import { isTie, shares, type Shared } from "./voteRuns";

type Marked = Pick<ItemRow, "runs" | "n" | "answer_length">;

/** The marked stretches, in code points. */
export function strip({ runs, n, answer_length }: Marked): Shared[] {
  return shares(runs, n, answer_length).filter(({ step }) => step > 0);
}

/** Stretches marked by exactly half. */
export function tieCount({ runs, n }: Pick<ItemRow, "runs" | "n">): number {
  return runs.filter(({ count }) => isTie(count, n)).length;
}
