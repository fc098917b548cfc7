/* The server's endpoints, one function each. All throw ApiProblem or NetworkFailure. */

import { body, client, type CallOptions, withOptions } from "./client";
import type {
  Guidelines,
  Import,
  ItemRow,
  ItemView,
  Listing,
  Next,
  Preferences,
  Project,
  ProjectCard,
  ProjectLanguage,
  Save,
  Saved,
  Session,
  Summary,
  WorkItem,
} from "./types";

/** How a lead looks at the items; the same query orders the list and its previous and next. */
export type ItemQuery = { language?: string; order?: "agreement" | "ordinal"; search?: string };

// The session

export function getSession(options?: CallOptions): Promise<Session> {
  return body(client.GET("/api/v1/session/", withOptions(options)));
}

/** A wrong name or password is a 401: it says nothing about a session, so the page stays. */
export function logIn(username: string, password: string): Promise<Session> {
  return body(
    client.POST("/api/v1/session/", { body: { username, password }, ...withOptions({ keepPage: true }) }),
  );
}

export async function logOut(): Promise<void> {
  await client.DELETE("/api/v1/session/", withOptions({ keepPage: true }));
}

/** A person's own, whole. Sent by itself, in the background: the page does not give way to a log-in for it. */
export function setPreferences(preferences: Preferences): Promise<Preferences> {
  return body(client.PUT("/api/v1/preferences/", { body: preferences, ...withOptions({ keepPage: true }) }));
}

// Projects

export async function getProjects(options?: CallOptions): Promise<ProjectCard[]> {
  const { results } = await body(client.GET("/api/v1/projects/", withOptions(options)));
  return results;
}

export function getProject(slug: string, options?: CallOptions): Promise<Project> {
  return body(
    client.GET("/api/v1/projects/{slug}/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

export async function getGuidelines(slug: string, options?: CallOptions): Promise<Guidelines[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/guidelines/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
  return results;
}

// Annotating

/** Claims the next item, or gives back the one already claimed. `beside`: the item in hand, for the one to come after it. */
export function claimNext(slug: string, beside?: number, options?: CallOptions): Promise<Next> {
  return body(
    client.POST("/api/v1/projects/{slug}/next/", {
      params: { path: { slug } },
      ...(beside !== undefined && { body: { beside } }),
      ...withOptions(options),
    }),
  );
}

export function getWork(slug: string, item: number, options?: CallOptions): Promise<WorkItem> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/mine/", {
      params: { path: { slug, item } },
      ...withOptions(options),
    }),
  );
}

/** A stale `base_revision` is a 409 whose problem has `current`. */
export function saveAnnotation(
  slug: string,
  item: number,
  save: Save,
  options?: CallOptions,
): Promise<Saved> {
  return body(
    client.PUT("/api/v1/projects/{slug}/items/{item}/annotation/", {
      params: { path: { slug, item } },
      body: save,
      ...withOptions(options),
    }),
  );
}

export async function skipItem(
  slug: string,
  item: number,
  reason: string,
  options?: CallOptions,
): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/items/{item}/skip/", {
    params: { path: { slug, item } },
    body: { reason },
    ...withOptions(options),
  });
}

// Leading

export function getSummary(slug: string, options?: CallOptions): Promise<Summary> {
  return body(
    client.GET("/api/v1/projects/{slug}/summary/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

export function getItems(
  slug: string,
  query: ItemQuery & { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<ItemRow>> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function getItem(
  slug: string,
  item: number,
  query: ItemQuery = {},
  options?: CallOptions,
): Promise<ItemView> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/", {
      params: { path: { slug, item }, query },
      ...withOptions(options),
    }),
  );
}

export function setLanguageClosed(slug: string, language: string, closed: boolean): Promise<ProjectLanguage> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/languages/{language}/", {
      params: { path: { slug, language } },
      body: { closed },
    }),
  );
}

// Imports; the upload itself is in upload.ts, the download of gold in gold.ts

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

export function startImport(slug: string, id: number, mapping: Import["mapping"]): Promise<Import> {
  return body(
    client.POST("/api/v1/projects/{slug}/imports/{id}/start/", {
      params: { path: { slug, id } },
      body: { mapping },
    }),
  );
}

export function undoImport(slug: string, id: number): Promise<Import> {
  return body(client.POST("/api/v1/projects/{slug}/imports/{id}/undo/", { params: { path: { slug, id } } }));
}

export async function deleteImport(slug: string, id: number): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/imports/{id}/", { params: { path: { slug, id } } });
}

function page(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}
