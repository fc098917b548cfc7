/* The summary of a project. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Summary } from "./types";

export function getSummary(slug: string, options?: CallOptions): Promise<Summary> {
  return body(
    client.GET("/api/v1/projects/{slug}/summary/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}
