/* Assignment of items and surplus annotations. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { AssignmentPreview, AssignmentResult, Decision, ItemFilter } from "./types";

interface Reopening {
  annotator: string;
  undo: boolean;
  reason: string;
  revision: number;
}

/** Items by key, or all items of a filter. */
export type Which = { items: number[] } | { filter: ItemFilter };

export function assignItems(slug: string, annotator: string, which: Which): Promise<AssignmentResult> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/assign/", {
      params: { path: { slug } },
      body: { annotator, ...which },
    }),
  );
}

/** Returns what assigning the items would do. */
export function previewAssignment(
  slug: string,
  annotator: string,
  which: Which,
  options?: CallOptions,
): Promise<AssignmentPreview> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/assign/preview/", {
      params: { path: { slug } },
      body: { annotator, ...which },
      ...withOptions(options),
    }),
  );
}

/** Without an annotator, from everyone who has reserved them. */
export function unassignItems(slug: string, which: Which, annotator = ""): Promise<AssignmentResult> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/unassign/", {
      params: { path: { slug } },
      body: { annotator, ...which },
    }),
  );
}

/**
 * `reason`: shown to the annotators. `revision`: the submitted one of a single annotation; another is not reopened.
 * With `undo`, what was submitted last counts again.
 */
export function reopenItems(
  slug: string,
  which: Which,
  { annotator = "", undo = false, reason = "", ...revision }: Partial<Reopening> = {},
): Promise<AssignmentResult> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/reopen/", {
      params: { path: { slug } },
      body: { annotator, undo, reason, ...revision, ...which },
    }),
  );
}

export async function decideSurplus(slug: string, item: number, decision: Decision): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/items/{item}/surplus/", {
    params: { path: { slug, item } },
    body: decision,
  });
}
