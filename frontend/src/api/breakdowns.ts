/* Breakdowns of a project, computed in the background with the agreement measures. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Breakdowns } from "./types";

export function getBreakdowns(slug: string, options?: CallOptions): Promise<Breakdowns> {
  return body(
    client.GET("/api/v1/projects/{slug}/tables/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}
