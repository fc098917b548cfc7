/* The neighbours of an item that is no longer in its list. */

import type { ItemQuery, ItemView } from "../../../api/types";
import { queryString } from "../../../shared/items/itemQuery";

type Seen = { view: Pick<ItemView, "id" | "listed" | "previous" | "next">; query: ItemQuery };

/** The item is no longer in the list: it keeps its previous neighbours until the list changes. */
export function onTheWay<View extends Seen["view"]>(view: View, query: ItemQuery, before: Seen | null): View {
  if (view.listed || view.previous !== null || view.next !== null) return view;
  if (before?.view.id !== view.id || queryString(before.query) !== queryString(query)) return view;
  const { previous, next } = before.view;
  return { ...view, previous, next };
}
