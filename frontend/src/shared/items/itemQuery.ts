/* Which items a lead looks at, as the address says it. The list and the pages of its items share it, so that previous and
   next follow the list. */

import type { ItemFilter, ItemQuery } from "../../api/types";
import { to } from "../../app/paths";

export type ItemOrder = NonNullable<ItemQuery["order"]>;
export type ItemStatus = NonNullable<ItemQuery["status"]>;
export type ItemDecision = NonNullable<ItemQuery["decision"]>;

/** A change of a query; what becomes undefined is no longer asked for. */
export type ItemChange = { [K in keyof ItemQuery]?: ItemQuery[K] | undefined };

export const orders: readonly ItemOrder[] = [
  "agreement",
  "disputed",
  "ties",
  "single",
  "unsure",
  "comments",
  "few",
  "ordinal",
];
export const statuses: readonly ItemStatus[] = ["open", "complete", "over-full", "reached", "surplus"];
export const decisions: readonly ItemDecision[] = ["open", "done", "stale"];

const rarer = [
  "annotator",
  "beside",
  "day",
  "label",
  "with_label",
  "agreement_from",
  "agreement_to",
] as const;
const texts = ["language", "search", ...rarer] as const;
/** Here "" is asked for: items that name none. */
const mayBeEmpty = ["model", "split"] as const;

/** What the address asks for as an order, a status or a decision, where there is no such. */
export function unknownValue(
  parameters: URLSearchParams,
): { field: "order" | "status" | "decision"; value: string } | null {
  const order = parameters.get("order") ?? "";
  if (order && !orders.some((known) => known === order)) return { field: "order", value: order };
  const status = parameters.get("status") ?? "";
  if (status && !statuses.some((known) => known === status)) return { field: "status", value: status };
  const decision = parameters.get("decision") ?? "";
  if (decision && !decisions.some((known) => known === decision))
    return { field: "decision", value: decision };
  return null;
}

/** The query in an address; what it does not know of an order counts as the lowest agreement first. */
export function itemQuery(parameters: URLSearchParams): ItemQuery {
  const query: ItemQuery = {
    order: orders.find((known) => known === parameters.get("order")) ?? "agreement",
  };
  for (const name of texts) {
    const value = parameters.get(name);
    if (value) query[name] = value;
  }
  for (const name of mayBeEmpty) {
    const value = parameters.get(name);
    if (value !== null) query[name] = value;
  }
  // What is no number the server refuses by its name.
  const counted = parameters.get("counted");
  if (counted) query.counted = Number(counted);
  const status = statuses.find((known) => known === parameters.get("status"));
  if (status) query.status = status;
  const decision = decisions.find((known) => known === parameters.get("decision"));
  if (decision) query.decision = decision;
  return query;
}

/** "?language=ar&order=ordinal", or "" where nothing differs from the default. */
export function queryString(query: ItemChange): string {
  const parameters = new URLSearchParams();
  const { order, status, decision } = query;
  if (query.language) parameters.set("language", query.language);
  if (order && order !== "agreement") parameters.set("order", order);
  for (const name of ["search", ...rarer] as const) {
    const value = query[name];
    if (value) parameters.set(name, value);
  }
  if (query.counted) parameters.set("counted", String(query.counted));
  for (const name of mayBeEmpty) {
    const value = query[name];
    if (value !== undefined) parameters.set(name, value);
  }
  if (status) parameters.set("status", status);
  if (decision) parameters.set("decision", decision);
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}

/** An item, as one of a list. The curators' queue is a list of decisions as well: `inItems` says that it is not that. */
export function itemAddress(slug: string, item: number, query: ItemQuery, inItems = false): string {
  return to("item", slug, item) + queryString(query) + (inItems && query.decision ? "&in=items" : "");
}

/** Is the address of an item one that leads back to the list of items, and never to the queue? */
export function isInItems(parameters: URLSearchParams): boolean {
  return parameters.get("in") === "items";
}

/** Where the items are that a figure counts. */
export function itemsAddress(slug: string, query: ItemChange): string {
  return to("items", slug) + queryString(query);
}

/** Nothing is asked for. */
export const EVERYTHING: ItemFilter = {
  language: "",
  order: "agreement",
  search: "",
  annotator: "",
  beside: "",
  day: "",
  label: "",
  with_label: "",
  counted: 0,
  agreement_from: "",
  agreement_to: "",
  status: "",
  decision: "",
};

/** A stored filter as the query of an address. */
export function queryOf(filter: ItemFilter): ItemQuery {
  const { order, model, split } = filter;
  const query: ItemQuery = { order };
  for (const name of texts) {
    if (filter[name]) query[name] = filter[name];
  }
  if (filter.counted) query.counted = filter.counted;
  if (filter.status) query.status = filter.status;
  if (filter.decision) query.decision = filter.decision;
  if (typeof model === "string") query.model = model;
  if (typeof split === "string") query.split = split;
  return query;
}

/** Where all that a query gives is had as a file. */
export function exportAddress(slug: string, query: ItemQuery, kind: "csv" | "jsonl"): string {
  const asked = queryString(query);
  return `/api/v1/projects/${slug}/items-export/${asked ? `${asked}&` : "?"}as=${kind}`;
}

/** How many of the rarer conditions are set. */
export function furtherConditions(query: ItemQuery): number {
  const set = [...rarer, "counted" as const].filter((name) => query[name]);
  const exact = [query.model, query.split, query.status, query.decision];
  return set.length + exact.filter((value) => value !== undefined).length;
}

/** Why a list may be empty though the project has items: by agreement only those with two annotations are in it. */
export function whyEmpty(
  query: ItemQuery,
): "agreement" | "words" | "both" | "language" | "order" | "filters" {
  const { language, search } = query;
  const order = query.order ?? "agreement";
  if (furtherConditions(query) > 0) return "filters";
  if (order === "agreement") return search?.trim() ? "both" : "agreement";
  if (order !== "ordinal" && order !== "few") return language || search?.trim() ? "filters" : "order";
  if (search?.trim()) return "words";
  return language ? "language" : "words";
}
