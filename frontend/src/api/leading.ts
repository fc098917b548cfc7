/* What the pages of leads ask. They travel with those pages; the download of gold is in gold.ts. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { ItemRow, ItemView, Listing, Summary } from "./types";

/** How a lead looks at the items; the same query orders the list and its previous and next. */
export type ItemQuery = { language?: string; order?: "agreement" | "ordinal"; search?: string };

export function getSummary(slug: string, options?: CallOptions): Promise<Summary> {
  return body(
    client.GET("/api/v1/projects/{slug}/summary/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

export function getItems(
  slug: string,
  query: ItemQuery & { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<ItemRow>> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function getItem(
  slug: string,
  item: number,
  query: ItemQuery = {},
  options?: CallOptions,
): Promise<ItemView> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/", {
      params: { path: { slug, item }, query },
      ...withOptions(options),
    }),
  );
}
