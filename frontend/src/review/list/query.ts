/* Which items a lead looks at, as the address says it: ?language=&order=&search=. The list and the pages of its items
   share it, so that previous and next follow the list. */

import type { ItemQuery } from "../../api/leading";

/** What the address asks for as an order, where there is no such order. */
export function unknownOrder(parameters: URLSearchParams): string | null {
  const order = parameters.get("order");
  return order === null || order === "agreement" || order === "ordinal" ? null : order;
}

/** The query in an address; what it does not know of an order counts as the lowest agreement first. */
export function itemQuery(parameters: URLSearchParams): ItemQuery {
  const language = parameters.get("language") ?? "";
  const search = parameters.get("search") ?? "";
  return {
    ...(language && { language }),
    order: parameters.get("order") === "ordinal" ? "ordinal" : "agreement",
    ...(search && { search }),
  };
}

/** "?language=ar&order=ordinal", or "" where nothing differs from the default. */
export function queryString({ language, order, search }: ItemQuery): string {
  const parameters = new URLSearchParams({
    ...(language && { language }),
    ...(order === "ordinal" && { order }),
    ...(search && { search }),
  });
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}

/** Why a list may be empty though the project has items: by agreement only those with two annotations are in it. */
export function whyEmpty({
  language,
  order,
  search,
}: ItemQuery): "agreement" | "words" | "both" | "language" {
  if (search?.trim()) return order === "ordinal" ? "words" : "both";
  if (order !== "ordinal") return "agreement";
  return language ? "language" : "words";
}
