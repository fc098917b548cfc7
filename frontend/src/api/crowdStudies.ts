/* Crowd studies: entry links and completion. */

import { body, client, withOptions } from "./client";
import type { Arrival, Completion, CrowdStudy, CrowdStudyOffer, NewCrowdStudy } from "./types";

export async function getCrowdStudies(slug: string): Promise<CrowdStudy[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/entries/", { params: { path: { slug } } }),
  );
  return results;
}

export function createCrowdStudy(slug: string, study: NewCrowdStudy): Promise<CrowdStudy> {
  return body(client.POST("/api/v1/projects/{slug}/entries/", { params: { path: { slug } }, body: study }));
}

export function revokeCrowdStudy(slug: string, entry: number): Promise<CrowdStudy> {
  return body(
    client.DELETE("/api/v1/projects/{slug}/entries/{entry}/", { params: { path: { slug, entry } } }),
  );
}

export function getCrowdStudyOffer(code: string): Promise<CrowdStudyOffer> {
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
