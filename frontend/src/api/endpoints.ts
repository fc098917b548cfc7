/* Endpoints of the API that annotators use, one function each. All throw ApiProblem or NetworkFailure. Endpoints of leads are in
   modules of their own, which annotators never load. */

import { body, client, type CallOptions, withOptions } from "./client";
import { shownProject } from "./schemeTexts";
import type {
  Guidelines,
  Next,
  Preferences,
  Project,
  ProjectCard,
  ProjectList,
  Save,
  Saved,
  Session,
  WorkItem,
} from "./types";

// The session

export function getSession(options?: CallOptions): Promise<Session> {
  return body(client.GET("/api/v1/session/", withOptions(options)));
}

/** A wrong name or password is a 401, which does not end a session. */
export function logIn(username: string, password: string, code = ""): Promise<Session> {
  return body(
    client.POST("/api/v1/session/", {
      body: { username, password, code },
      ...withOptions({ keepPage: true }),
    }),
  );
}

export async function logOut(): Promise<void> {
  await client.DELETE("/api/v1/session/", withOptions({ keepPage: true }));
}

/** Stores all preferences of the user. Sent in the background: a 401 does not lead to the login page. */
export function setPreferences(preferences: Preferences): Promise<Preferences> {
  return body(client.PUT("/api/v1/preferences/", { body: preferences, ...withOptions({ keepPage: true }) }));
}

// Projects

export async function getProjects(options?: CallOptions): Promise<ProjectCard[]> {
  const { results } = await getProjectList(options);
  return results;
}

/** The projects, and whether the person may create more. */
export function getProjectList(options?: CallOptions): Promise<ProjectList> {
  return body(client.GET("/api/v1/projects/", withOptions(options)));
}

export async function getArchivedProjects(): Promise<ProjectCard[]> {
  const query = { archived: true };
  const { results } = await body(client.GET("/api/v1/projects/", { params: { query } }));
  return results;
}

/** The project with its labels and choices in the language of the interface. */
export async function getProject(slug: string, options?: CallOptions): Promise<Project> {
  return shownProject(
    await body(
      client.GET("/api/v1/projects/{slug}/", { params: { path: { slug } }, ...withOptions(options) }),
    ),
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

/**
 * Reserves the next item, or returns the reserved one. `loaded`: the current item and those that follow it, to reserve the one after
 * them.
 */
export function reserveNext(
  slug: string,
  loaded: readonly number[] = [],
  options?: CallOptions,
): Promise<Next> {
  const [beside, ...ahead] = loaded;
  return body(
    client.POST("/api/v1/projects/{slug}/next/", {
      params: { path: { slug } },
      body: beside === undefined ? { ask_language: true } : { beside, ahead },
      ...withOptions(options),
    }),
  );
}

/** Chooses the language of the next items; "*" is all languages. */
export async function chooseLanguage(slug: string, language: string): Promise<void> {
  await client.PUT("/api/v1/projects/{slug}/working-language/", {
    params: { path: { slug } },
    body: { language },
  });
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
