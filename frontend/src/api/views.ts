/* Saved views: named filters of items. */

import { body, client } from "./client";
import type { ChangeView, NewView, SavedView } from "./types";

export async function getViews(slug: string): Promise<SavedView[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/views/", { params: { path: { slug } } }),
  );
  return results;
}

export function saveView(slug: string, view: NewView): Promise<SavedView> {
  return body(client.POST("/api/v1/projects/{slug}/views/", { params: { path: { slug } }, body: view }));
}

export function changeView(slug: string, view: number, change: ChangeView): Promise<SavedView> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/views/{view}/", {
      params: { path: { slug, view } },
      body: change,
    }),
  );
}

export async function deleteView(slug: string, view: number): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/views/{view}/", { params: { path: { slug, view } } });
}
