/* Actions on selected items, and how to undo them: only the changed assignments are reverted. */

import { assignItems, reopenItems, unassignItems, type Which } from "../../../api/assignment";
import type { AssignmentResult } from "../../../api/types";

export type BulkAction = "assign" | "take" | "reopen";

export function carryOut(
  slug: string,
  action: BulkAction,
  which: Which,
  { annotator = "", reason = "" },
): Promise<AssignmentResult> {
  if (action === "assign") return assignItems(slug, annotator, which);
  return action === "take" ? unassignItems(slug, which) : reopenItems(slug, which, { reason });
}

export async function takeBack(
  slug: string,
  action: BulkAction,
  { changed }: AssignmentResult,
): Promise<void> {
  for (const { annotator, items } of changed) {
    if (action === "assign") await unassignItems(slug, { items }, annotator);
    else if (action === "take") await assignItems(slug, annotator, { items });
    else await reopenItems(slug, { items }, { annotator, undo: true });
  }
}
