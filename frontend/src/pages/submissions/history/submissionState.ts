/* The state of a submission as a sign and a word. */

import type { Submission } from "../../../api/types";

export type Tone = "good" | "bad" | "off" | "plain";

export interface Sign {
  icon: "alert" | "check" | "clock" | "exclude" | "half";
  tone: Tone;
  word:
    "invalid" | "waiting" | "scoring" | "scored" | "scored.board" | "failed" | "withdrawn" | "disqualified";
}

type Known = Pick<Submission, "state" | "on_board" | "withdrawn" | "disqualified">;

export function signOf({ state, on_board, withdrawn, disqualified }: Known): Sign {
  if (disqualified) return { icon: "exclude", tone: "off", word: "disqualified" };
  if (withdrawn) return { icon: "exclude", tone: "off", word: "withdrawn" };
  switch (state) {
    case "invalid":
    case "failed":
      return { icon: "alert", tone: "bad", word: state };
    case "waiting":
      return { icon: "clock", tone: "plain", word: "waiting" };
    case "scoring":
      return { icon: "half", tone: "plain", word: "scoring" };
    case "scored":
      return { icon: "check", tone: "good", word: on_board ? "scored.board" : "scored" };
  }
}

/** Whether the state changes without the reader's doing. */
export function isUnderWay({ state, withdrawn, disqualified }: Known): boolean {
  return (state === "waiting" || state === "scoring") && !withdrawn && !disqualified;
}

/** Returns `rows` with the newer versions and the new rows of `fresh`, the first page of the same list. */
export function merged<Row extends { id: number; number: number }>(
  rows: readonly Row[],
  fresh: readonly Row[],
): Row[] {
  const newer = new Map(fresh.map((row) => [row.id, row]));
  const last = fresh.at(-1)?.number ?? 0;
  const kept = rows.filter(({ id, number }) => !newer.has(id) && number < last);
  return [...fresh, ...kept];
}

/** Names of the metrics that the rows have, in the order of their first appearance. */
export function metricsOf(rows: readonly Pick<Submission, "scores">[]): string[] {
  return [...new Set(rows.flatMap(({ scores }) => Object.keys(scores ?? {})))];
}
