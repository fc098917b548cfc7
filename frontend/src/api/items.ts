/* Items as leads see them. */

import { body, client, type CallOptions, withOptions } from "./client";
import type {
  ItemSource,
  Duplicates,
  FilterOptions,
  ItemCount,
  ItemEvent,
  ItemQuery,
  ItemRow,
  ItemView,
  Listing,
} from "./types";

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

/** Returns how many items a list has. */
export function countItems(slug: string, query: ItemQuery, options?: CallOptions): Promise<ItemCount> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/count/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** Returns the values of each filter. */
export function getFilterOptions(slug: string, options?: CallOptions): Promise<FilterOptions> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/choices/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
}

/** Returns the history of an item, the latest event first. */
export async function getItemHistory(slug: string, item: number): Promise<ItemEvent[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/items/{item}/history/", { params: { path: { slug, item } } }),
  );
  return results;
}

/** Returns what the sources in use say of an item. */
export async function getItemSources(slug: string, item: number): Promise<ItemSource[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/items/{item}/sources/", { params: { path: { slug, item } } }),
  );
  return results;
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

/** Returns the items that repeat the output of another one. */
export function getDuplicates(slug: string): Promise<Duplicates> {
  return body(client.GET("/api/v1/projects/{slug}/duplicates/", { params: { path: { slug } } }));
}

/** Removes the duplicates that nobody has begun, or restores the removed ones. */
export function setDuplicates(slug: string, removed: boolean): Promise<Duplicates> {
  return body(
    client.POST("/api/v1/projects/{slug}/duplicates/", { params: { path: { slug } }, body: { removed } }),
  );
}
