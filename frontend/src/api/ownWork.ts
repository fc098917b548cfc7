/* An annotator's own work besides the current item. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Listing, MyAnnotation, MyStatus, OwnStatistics, Revision, Today } from "./types";

export function getMine(
  slug: string,
  query: { status?: MyStatus; cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<MyAnnotation>> {
  return body(
    client.GET("/api/v1/projects/{slug}/mine/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function getToday(slug: string, options?: CallOptions): Promise<Today> {
  return body(
    client.GET("/api/v1/projects/{slug}/mine/today/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
}

/** Returns the user's own work; without `by`, by day or week as suits its length. */
export function getOwnStatistics(slug: string, by?: "day" | "week"): Promise<OwnStatistics> {
  return body(
    client.GET("/api/v1/projects/{slug}/mine/statistics/", {
      params: { path: { slug }, query: by ? { by } : {} },
    }),
  );
}

/** Returns the user's own revisions of an item, newest first. */
export function getRevisions(
  slug: string,
  item: number,
  query: { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<Revision>> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/revisions/", {
      params: { path: { slug, item }, query },
      ...withOptions(options),
    }),
  );
}
