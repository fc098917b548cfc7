/* What is done with chosen items, and how it is taken back: exactly for the places that it changed. */

import { assignItems, reopenItems, unassignItems, type Which } from "../../../api/handingOut";
import type { Handed } from "../../../api/types";

export type Deed = "assign" | "take" | "reopen";

export function carryOut(slug: string, deed: Deed, which: Which, annotator: string): Promise<Handed> {
  if (deed === "assign") return assignItems(slug, annotator, which);
  return deed === "take" ? unassignItems(slug, which) : reopenItems(slug, which);
}

export async function takeBack(slug: string, deed: Deed, { changed }: Handed): Promise<void> {
  for (const { annotator, items } of changed) {
    if (deed === "assign") await unassignItems(slug, { items }, annotator);
    else if (deed === "take") await assignItems(slug, annotator, { items });
    else await reopenItems(slug, { items }, { annotator, undo: true });
  }
}
