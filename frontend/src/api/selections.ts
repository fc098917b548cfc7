/* Selections: the items on which sources agree, or people and sources, and what they leave. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { components } from "./schema";
import type { Listing, SavedSelection, SelectionReport } from "./types";

export type SelectionCriteria = Required<Omit<components["schemas"]["ReportRequest"], "compute">>;

export function getSelections(
  slug: string,
  query: { cursor?: string },
  options?: CallOptions,
): Promise<Listing<SavedSelection>> {
  return body(
    client.GET("/api/v1/projects/{slug}/selections/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function saveSelection(
  slug: string,
  name: string,
  criteria: SelectionCriteria,
): Promise<SavedSelection> {
  return body(
    client.POST("/api/v1/projects/{slug}/selections/", {
      params: { path: { slug } },
      body: { name, ...criteria },
    }),
  );
}

export function archiveSelection(slug: string, id: number, archived: boolean): Promise<SavedSelection> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/selections/{id}/", {
      params: { path: { slug, id } },
      body: { archived },
    }),
  );
}

/** What a selection with these criteria leaves, as computed last. */
export function getSelectionReport(
  slug: string,
  criteria: SelectionCriteria,
  options?: CallOptions,
): Promise<SelectionReport> {
  return body(
    client.POST("/api/v1/projects/{slug}/selections/report/", {
      params: { path: { slug } },
      body: { ...criteria, compute: false },
      ...withOptions(options),
    }),
  );
}

export function computeSelectionReport(slug: string, criteria: SelectionCriteria): Promise<SelectionReport> {
  return body(
    client.POST("/api/v1/projects/{slug}/selections/report/", {
      params: { path: { slug } },
      body: { ...criteria, compute: true },
    }),
  );
}
