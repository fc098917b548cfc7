/* Numbers of what waits for the leads of a project. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Waiting } from "./types";

export function getWaiting(slug: string, options?: CallOptions): Promise<Waiting> {
  return body(
    client.GET("/api/v1/projects/{slug}/waiting/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}
