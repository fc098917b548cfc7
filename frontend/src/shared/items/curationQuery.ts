/* The query of the curation queue in the address: ?decision=&order=&language=. */

import type { ItemQuery, Project, Scheme } from "../../api/types";
import { decisions, type ItemDecision, type ItemOrder } from "./itemQuery";
import { to } from "../../app/paths";

export type CurationQuery = { decision: ItemDecision; order: ItemOrder; language: string };

/** The orders of the queue. Only the first contains every waiting item: a difference in item labels disputes no character. */
export function ordersOf({
  uses_spans,
  span_labels,
  item_labels,
}: Scheme): readonly [ItemOrder, ...ItemOrder[]] {
  if (!uses_spans) return ["agreement", "ordinal"];
  return item_labels.length > 0 || span_labels.length > 1
    ? ["agreement", "disputed", "ties", "ordinal"]
    : ["disputed", "ties", "agreement", "ordinal"];
}

/** Reads the query; unknown values become the defaults. Decided items may be undisputed, so they have one order. */
export function curationQueryOf(
  parameters: URLSearchParams,
  { scheme, languages }: Pick<Project, "scheme" | "languages">,
): CurationQuery {
  const decision = decisions.find((each) => each === parameters.get("decision")) ?? "open";
  const orders = decision === "open" ? ordersOf(scheme) : (["ordinal"] as const);
  return {
    decision,
    order: orders.find((each) => each === parameters.get("order")) ?? orders[0],
    language: languages.find(({ language }) => language === parameters.get("language"))?.language ?? "",
  };
}

export function itemsOf({ decision, order, language }: CurationQuery): ItemQuery {
  return { decision, order, ...(language && { language }) };
}

export function queueAddress(slug: string, { decision, order, language }: ItemQuery): string {
  const parameters = new URLSearchParams({
    ...(decision && { decision }),
    ...(order && { order }),
    ...(language && { language }),
  });
  return `${to("curation", slug)}?${parameters.toString()}`;
}
