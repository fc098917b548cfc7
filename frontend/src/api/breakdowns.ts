/* Breakdowns of a project, computed in the background with the agreement measures, and gold by fields of the items. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Breakdowns, CrossedLabels } from "./types";

export function getBreakdowns(slug: string, options?: CallOptions): Promise<Breakdowns> {
  return body(
    client.GET("/api/v1/projects/{slug}/tables/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

export type CrossedQuery = { field: string[]; label?: string; choice?: string };

/** Computes it in the background, if the project is large. */
export function computeCrossedLabels(slug: string, query: CrossedQuery): Promise<CrossedLabels> {
  return body(client.POST("/api/v1/projects/{slug}/crossed-labels/", { params: { path: { slug }, query } }));
}

/** Returns gold of a label by fields of the items. Without fields, only what can be chosen. */
export function getCrossedLabels(
  slug: string,
  query: CrossedQuery,
  options?: CallOptions,
): Promise<CrossedLabels> {
  return body(
    client.GET("/api/v1/projects/{slug}/crossed-labels/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}
