/* Fetching of a project's references. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { FetchRun, ReferencesState } from "./types";

export function getReferencesState(slug: string, options?: CallOptions): Promise<ReferencesState> {
  return body(
    client.GET("/api/v1/projects/{slug}/references/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
}

/** A 409 means that a run is active. */
export function startFetch(slug: string, refresh: boolean): Promise<FetchRun> {
  return body(
    client.POST("/api/v1/projects/{slug}/references/fetch/", {
      params: { path: { slug } },
      body: { refresh },
    }),
  );
}

/** Stops the run after the current page. */
export async function stopFetch(slug: string): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/references/fetch/", { params: { path: { slug } } });
}
