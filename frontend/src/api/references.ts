/* What is asked about references. It travels with the panel that shows them. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { PageName, Reference } from "./types";

/** A snapshot that one was shown; for leads, any. */
export function getReference(slug: string, reference: number, options?: CallOptions): Promise<Reference> {
  return body(
    client.GET("/api/v1/projects/{slug}/references/{reference}/", {
      params: { path: { slug, reference } },
      ...withOptions(options),
    }),
  );
}

/** Articles whose titles begin with a text. The server asks Wikipedia for them: a 503 says that it did not answer. */
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

/** A page in another of its languages. It is fetched where it is not there yet: ask again while it is waiting. */
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

/** Tries again to fetch the item's page, or a page that one consults, by its address. */
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
