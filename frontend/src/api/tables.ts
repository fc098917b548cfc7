/* Tables over a whole project, worked out in the background together with the dear figures. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Tables } from "./types";

export function getTables(slug: string, options?: CallOptions): Promise<Tables> {
  return body(
    client.GET("/api/v1/projects/{slug}/tables/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}
