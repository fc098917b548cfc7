/* The audit log of a project. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { AuditLog, AuditQuery } from "./types";

export function getAuditLog(slug: string, query: AuditQuery, options?: CallOptions): Promise<AuditLog> {
  return body(
    client.GET("/api/v1/projects/{slug}/audit/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}
