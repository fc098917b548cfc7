/* Reference pages of an item. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { PageName, Reference } from "./types";

/** Returns a snapshot that was shown to the user; for leads, any. */
export function getReference(slug: string, reference: number, options?: CallOptions): Promise<Reference> {
  return body(
    client.GET("/api/v1/projects/{slug}/references/{reference}/", {
      params: { path: { slug, reference } },
      ...withOptions(options),
    }),
  );
}

/** Returns articles whose titles begin with a text. A 503 means that Wikipedia did not answer. */
export async function searchTitles(
  slug: string,
  language: string,
  q: string,
  options?: CallOptions,
): Promise<PageName[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/references/search/", {
      params: { path: { slug }, query: { language, q } },
      ...withOptions(options),
    }),
  );
  return results;
}

/** Returns a page in another language. The server fetches it first if necessary: ask again while its state is waiting. */
export function getOtherLanguage(
  slug: string,
  reference: number,
  language: string,
  options?: CallOptions,
): Promise<Reference> {
  return body(
    client.GET("/api/v1/projects/{slug}/references/other/", {
      params: { path: { slug }, query: { reference, language } },
      ...withOptions(options),
    }),
  );
}

/** Fetches the item's page, or a consulted page by its address, again. */
export function retryReference(
  slug: string,
  item: number,
  url?: string,
  options?: CallOptions,
): Promise<Reference> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/{item}/reference/retry/", {
      params: { path: { slug, item } },
      body: url === undefined ? {} : { url },
      ...withOptions(options),
    }),
  );
}
