/* Imports; the upload itself is in upload.ts. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Import, Listing } from "./types";

export function getImports(slug: string, cursor?: string, options?: CallOptions): Promise<Listing<Import>> {
  return body(
    client.GET("/api/v1/projects/{slug}/imports/", {
      params: { path: { slug }, query: page(cursor) },
      ...withOptions(options),
    }),
  );
}

export function getImport(slug: string, id: number, options?: CallOptions): Promise<Import> {
  return body(
    client.GET("/api/v1/projects/{slug}/imports/{id}/", {
      params: { path: { slug, id } },
      ...withOptions(options),
    }),
  );
}

export function startImport(
  slug: string,
  id: number,
  mapping: Import["mapping"],
  item_kind: Import["item_kind"],
  language: string,
  project_spans: boolean,
): Promise<Import> {
  return body(
    client.POST("/api/v1/projects/{slug}/imports/{id}/start/", {
      params: { path: { slug, id } },
      body: { mapping, item_kind, language, project_spans },
    }),
  );
}

export function undoImport(slug: string, id: number): Promise<Import> {
  return body(client.POST("/api/v1/projects/{slug}/imports/{id}/undo/", { params: { path: { slug, id } } }));
}

/** The address of a table of the imported labels that do not follow from annotations. */
export function differingLabels(slug: string): string {
  return `/api/v1/projects/${slug}/imports/differing-labels/`;
}

export async function deleteImport(slug: string, id: number): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/imports/{id}/", { params: { path: { slug, id } } });
}

function page(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}
