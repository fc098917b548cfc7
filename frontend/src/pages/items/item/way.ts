/* The way on from an item that no longer belongs to its list. */

import type { ItemQuery, ItemView } from "../../../api/types";
import { queryString } from "../../../shared/items/itemQuery";

type Seen = { view: Pick<ItemView, "id" | "listed" | "previous" | "next">; query: ItemQuery };

/** The server has no place for it any more: its neighbours stay those that it had, as long as the list is the same. */
export function onTheWay<View extends Seen["view"]>(view: View, query: ItemQuery, before: Seen | null): View {
  if (view.listed || view.previous !== null || view.next !== null) return view;
  if (before?.view.id !== view.id || queryString(before.query) !== queryString(query)) return view;
  const { previous, next } = before.view;
  return { ...view, previous, next };
}
