/* Bulk changes of items: split, tags, archive. */

import type { Which } from "./assignment";
import { body, client, type CallOptions, withOptions } from "./client";
import type { BulkChange, BulkChangeKind, BulkChangePreview } from "./types";

/** `value`: the split, or the name of the tag. */
export type WantedChange = { kind: BulkChangeKind; value: string } & Which;

/** Returns how many items a change would change. */
export function previewItemChange(
  slug: string,
  wanted: WantedChange,
  options?: CallOptions,
): Promise<BulkChangePreview> {
  return body(
    client.POST("/api/v1/projects/{slug}/item-changes/preview/", {
      params: { path: { slug } },
      body: wanted,
      ...withOptions(options),
    }),
  );
}

/** `expected`: the number of items that the preview said would change. */
export function changeItems(slug: string, wanted: WantedChange, expected: number): Promise<BulkChange> {
  return body(
    client.POST("/api/v1/projects/{slug}/item-changes/", {
      params: { path: { slug } },
      body: { ...wanted, expected },
    }),
  );
}

export function getItemChange(slug: string, change: number): Promise<BulkChange> {
  return body(
    client.GET("/api/v1/projects/{slug}/item-changes/{change}/", { params: { path: { slug, change } } }),
  );
}

/** Restores the values before, except of items that somebody has changed since. */
export function undoItemChange(slug: string, change: number): Promise<BulkChange> {
  return body(
    client.POST("/api/v1/projects/{slug}/item-changes/{change}/undo/", {
      params: { path: { slug, change } },
    }),
  );
}

/** Resumes a change that stopped. */
export function resumeItemChange(slug: string, change: number): Promise<BulkChange> {
  return body(
    client.POST("/api/v1/projects/{slug}/item-changes/{change}/resume/", {
      params: { path: { slug, change } },
    }),
  );
}
