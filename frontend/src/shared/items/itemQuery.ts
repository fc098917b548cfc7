/* Filters and order of items in the address. The list and its items share the query, so that previous and next follow the list. */

import type { ItemFilter, ItemQuery, MetadataCondition, Scheme } from "../../api/types";
import { to } from "../../app/paths";

export type ItemOrder = NonNullable<ItemQuery["order"]>;
export type ItemStatus = NonNullable<ItemQuery["status"]>;
export type ItemDecision = NonNullable<ItemQuery["decision"]>;

/** A change of a query; undefined removes a filter. */
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
const ofSpans: readonly ItemOrder[] = ["disputed", "ties", "single"];

/** Returns the orders of a scheme: without spans no character is marked. A `chosen` order stays. */
export function ordersFor(scheme: Scheme, chosen?: ItemOrder): readonly ItemOrder[] {
  return orders.filter((order) => scheme.uses_spans || order === chosen || !ofSpans.includes(order));
}

export const statuses: readonly ItemStatus[] = [
  "open",
  "complete",
  "over-full",
  "reached",
  "surplus",
  "archived",
];
export const decisions: readonly ItemDecision[] = ["open", "done", "stale"];

export const metadataTests: readonly MetadataCondition["test"][] = [
  "equals",
  "contains",
  "missing",
  "from",
  "to",
];

const rarer = [
  "annotator",
  "beside",
  "day",
  "label",
  "with_label",
  "broken_rule",
  "agreement_from",
  "agreement_to",
  "tag",
] as const;
const texts = ["language", "search", ...rarer] as const;
/** Filters for which "" means items without a value. */
const mayBeEmpty = ["model", "split"] as const;

/** Parameters that occur once for each condition on metadata, and for each further column. */
const repeated = ["metadata", "column"] as const;

/** Returns the first unknown order, status or decision in the address, or null. */
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

/** Reads the query of an address; an unknown order becomes the lowest agreement first. */
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
  // The server refuses invalid numbers.
  const counted = parameters.get("counted");
  if (counted) query.counted = Number(counted);
  const status = statuses.find((known) => known === parameters.get("status"));
  if (status) query.status = status;
  const decision = decisions.find((known) => known === parameters.get("decision"));
  if (decision) query.decision = decision;
  for (const name of repeated) {
    const values = parameters.getAll(name).filter(Boolean);
    if (values.length > 0) query[name] = values;
  }
  return query;
}

/** Returns "?language=ar&order=ordinal", or "" for the default. */
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
  for (const name of repeated) for (const value of query[name] ?? []) parameters.append(name, value);
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}

/** Returns the address of an item in a list. `inItems`: the list is the item list and not the curation queue. */
export function itemAddress(slug: string, item: number, query: ItemQuery, inItems = false): string {
  return to("item", slug, item) + queryString(query) + (inItems && query.decision ? "&in=items" : "");
}

/** Returns the address of an item in a list whose items are decided on one after the other. */
export function decidingAddress(slug: string, item: number, query: ItemQuery, inItems = false): string {
  const address = itemAddress(slug, item, query, inItems);
  return `${address}${address.includes("?") ? "&" : "?"}decide=1`;
}

/** Returns whether the address asks to decide on the item, and on the next ones after it. */
export function isDeciding(parameters: URLSearchParams): boolean {
  return parameters.get("decide") === "1";
}

/** Returns whether an item's address leads back to the item list and not to the curation queue. */
export function isInItems(parameters: URLSearchParams): boolean {
  return parameters.get("in") === "items";
}

/** Returns the address of the list of the items that a number counts. */
export function itemsAddress(slug: string, query: ItemChange): string {
  return to("items", slug) + queryString(query);
}

/** The query without filters. */
export const EVERYTHING: ItemFilter = {
  language: "",
  order: "agreement",
  search: "",
  annotator: "",
  beside: "",
  day: "",
  label: "",
  with_label: "",
  broken_rule: "",
  counted: 0,
  agreement_from: "",
  agreement_to: "",
  status: "",
  decision: "",
  tag: "",
  metadata: [],
};

/** Returns the filter of a query, without its columns. */
export function filterOf({ metadata = [], ...query }: ItemQuery): ItemFilter {
  delete query.column;
  return { ...EVERYTHING, ...query, metadata: metadata.flatMap((text) => conditionOf(text) ?? []) };
}

/** Returns a condition on metadata as the address has it. */
export function conditionText({ field, test, value = "" }: MetadataCondition): string {
  return JSON.stringify([field, test, value]);
}

/** Returns the condition of an address, or null for a typed one that is none. */
export function conditionOf(text: string): MetadataCondition | null {
  try {
    const [field, test, value]: unknown[] = JSON.parse(text);
    const known = metadataTests.find((each) => each === test);
    return typeof field === "string" && known && typeof value === "string"
      ? { field, test: known, value }
      : null;
  } catch {
    return null;
  }
}

/** Returns a saved filter as a query. */
export function queryOf(filter: ItemFilter, columns: readonly string[] = []): ItemQuery {
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
  if (filter.metadata?.length) query.metadata = filter.metadata.map(conditionText);
  if (columns.length > 0) query.column = [...columns];
  return query;
}

/** What the export of items has on request: everyone's marks and item labels, and other fields of annotations. */
export const exportFields = [
  "annotations",
  "nothing_to_mark",
  "unsure",
  "links",
  "active_seconds",
  "comments",
] as const;
export type ExportField = (typeof exportFields)[number];

/** Returns the address of the export of a query. */
export function exportAddress(
  slug: string,
  query: ItemQuery,
  kind: "csv" | "jsonl",
  included: readonly ExportField[] = [],
): string {
  const asked = queryString(query);
  const more = included.map((name) => `&include=${name}`).join("");
  return `/api/v1/projects/${slug}/items-export/${asked ? `${asked}&` : "?"}as=${kind}${more}`;
}

/** Returns the number of further filters that are set. */
export function furtherConditions(query: ItemQuery): number {
  const set = [...rarer, "counted" as const].filter((name) => query[name]);
  const exact = [query.model, query.split, query.status, query.decision];
  return set.length + exact.filter((value) => value !== undefined).length + (query.metadata?.length ?? 0);
}

/** Returns why a list may be empty: an order by agreement contains only items with two annotations. */
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
