/* Project settings and new projects. */

import { body, client, type CallOptions, withOptions } from "./client";
import { shownProject } from "./schemeTexts";
import type {
  Assignees,
  ChangeLanguage,
  ChangeProject,
  GuidelinesText,
  NewProject,
  Preset,
  Project,
  ProjectLanguage,
  Scheme,
  WriteScheme,
} from "./types";

/** Creates a project and returns its slug. */
export async function makeProject(project: NewProject): Promise<string> {
  const { slug } = await body(client.POST("/api/v1/projects/", { body: project }));
  return slug;
}

/** Returns the scheme presets. */
export async function getPresets(): Promise<Preset[]> {
  const { results } = await body(client.GET("/api/v1/presets/"));
  return results;
}

/** Returns the scheme as it was defined: choices without a key of their own have none. */
export function getScheme(slug: string): Promise<Scheme> {
  return body(client.GET("/api/v1/projects/{slug}/scheme/", { params: { path: { slug } } }));
}

/** A stale version is a 409. */
export function writeScheme(slug: string, scheme: WriteScheme): Promise<Scheme> {
  return body(client.PUT("/api/v1/projects/{slug}/scheme/", { params: { path: { slug } }, body: scheme }));
}

/** How many items the field of an assignment by field reaches. */
export function getAssignees(slug: string): Promise<Assignees> {
  return body(client.GET("/api/v1/projects/{slug}/assignees/", { params: { path: { slug } } }));
}

export async function changeProject(slug: string, change: ChangeProject): Promise<Project> {
  return shownProject(
    await body(client.PATCH("/api/v1/projects/{slug}/", { params: { path: { slug } }, body: change })),
  );
}

export async function setArchived(slug: string, archived: boolean): Promise<Project> {
  return shownProject(
    await body(
      client.PUT("/api/v1/projects/{slug}/archived/", { params: { path: { slug } }, body: { archived } }),
    ),
  );
}

export function changeLanguage(
  slug: string,
  language: string,
  change: ChangeLanguage,
): Promise<ProjectLanguage> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/languages/{language}/", {
      params: { path: { slug, language } },
      body: change,
    }),
  );
}

export function getGuidelinesText(
  slug: string,
  language: string,
  options?: CallOptions,
): Promise<GuidelinesText> {
  return body(
    client.GET("/api/v1/projects/{slug}/guidelines/{language}/", {
      params: { path: { slug, language } },
      ...withOptions(options),
    }),
  );
}

export function writeGuidelines(
  slug: string,
  language: string,
  text: string,
  askAgain: boolean,
  baseVersion: number,
): Promise<GuidelinesText> {
  return body(
    client.PUT("/api/v1/projects/{slug}/guidelines/{language}/", {
      params: { path: { slug, language } },
      body: { text, ask_again: askAgain, base_version: baseVersion },
    }),
  );
}

export async function previewGuidelines(slug: string, text: string, options?: CallOptions): Promise<string> {
  const { html } = await body(
    client.POST("/api/v1/projects/{slug}/guidelines/preview/", {
      params: { path: { slug } },
      body: { text },
      ...withOptions(options),
    }),
  );
  return html;
}
