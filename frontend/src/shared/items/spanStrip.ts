/* The ranges of a SpanStrip. */

import type { ItemRow } from "../../api/types";
import { isTie, shares, type Shared } from "./voteRuns";

type Marked = Pick<ItemRow, "runs" | "n" | "answer_length">;

/** Returns the marked ranges, in code points. */
export function strip({ runs, n, answer_length }: Marked): Shared[] {
  return shares(runs, n, answer_length).filter(({ step }) => step > 0);
}

/** Returns the number of ranges marked by exactly half of the annotators. */
export function tieCount({ runs, n }: Pick<ItemRow, "runs" | "n">): number {
  return runs.filter(({ count }) => isTie(count, n)).length;
}
