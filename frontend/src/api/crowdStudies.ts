/* Crowd studies: entry links and completion. */

import { body, client, withOptions } from "./client";
import type { Arrival, Completion, StudyLink, EntryOffer, NewStudyLink } from "./types";

export async function getStudyLinks(slug: string): Promise<StudyLink[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/entries/", { params: { path: { slug } } }),
  );
  return results;
}

export function createStudyLink(slug: string, link: NewStudyLink): Promise<StudyLink> {
  return body(client.POST("/api/v1/projects/{slug}/entries/", { params: { path: { slug } }, body: link }));
}

export function revokeStudyLink(slug: string, entry: number): Promise<StudyLink> {
  return body(
    client.DELETE("/api/v1/projects/{slug}/entries/{entry}/", { params: { path: { slug, entry } } }),
  );
}

export function getEntryOffer(code: string): Promise<EntryOffer> {
  return body(client.GET("/api/v1/enter/{code}/", { params: { path: { code } } }));
}

/** Returns the project's slug. A 409 means that somebody else is logged in. */
export async function enter(code: string, arrival: Arrival): Promise<string> {
  const { project } = await body(
    client.POST("/api/v1/enter/{code}/", {
      params: { path: { code } },
      body: arrival,
      ...withOptions({ keepPage: true }),
    }),
  );
  return project;
}

export function getCompletion(slug: string): Promise<Completion> {
  return body(client.GET("/api/v1/projects/{slug}/completion/", { params: { path: { slug } } }));
}
