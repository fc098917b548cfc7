/* Gold under two policies. A policy is written as `policy=merged threshold=2/3`; "" is the project's own. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { ChangeCounts, ChangedItem, ComparedQuery, DawidSkene, Listing } from "./types";

export function getChanged(
  slug: string,
  query: ComparedQuery & { cursor?: string },
  options?: CallOptions,
): Promise<Listing<ChangedItem>> {
  return body(
    client.GET("/api/v1/projects/{slug}/gold/compared/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** Compares as many items as one response covers. */
export function getChangeCounts(
  slug: string,
  query: Pick<ComparedQuery, "left" | "right"> & { cursor?: string },
  options?: CallOptions,
): Promise<ChangeCounts> {
  return body(
    client.GET("/api/v1/projects/{slug}/gold/compared/counts/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** Returns the last result, which is computed with the agreement measures. */
export function getDawidSkene(slug: string, options?: CallOptions): Promise<DawidSkene> {
  return body(
    client.GET("/api/v1/projects/{slug}/gold/dawid-skene/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
}
