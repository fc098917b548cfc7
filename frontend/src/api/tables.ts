/* Breakdowns of a project, computed in the background with the agreement measures. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Tables } from "./types";

export function getTables(slug: string, options?: CallOptions): Promise<Tables> {
  return body(
    client.GET("/api/v1/projects/{slug}/tables/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}
