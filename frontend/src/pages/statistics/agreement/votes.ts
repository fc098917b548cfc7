/* The votes on an item label. */

import type { ItemLabelMeasures } from "../../../api/types";

/** Returns "3 : 2" for votes of three and of two; "5 : 0" where all agree. */
export function splitText(votes: readonly number[]): string {
  return (votes.length === 1 ? [...votes, 0] : votes).join("\u202f:\u202f");
}

/** Returns the choice that is the majority of most items, and how many items have a majority. Null without one. */
export function majorityOf({ choices }: ItemLabelMeasures): { name: string; of: number } | null {
  const of = choices.reduce((sum, { majority }) => sum + majority, 0);
  const most = choices.reduce<{ name: string; majority: number } | null>(
    (best, each) => (best && best.majority >= each.majority ? best : each),
    null,
  );
  return most && of > 0 ? { name: most.name, of } : null;
}
