/* Guidelines and training: requests of annotators and settings of leads. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { ChangeLearning, Learning, Person, Training } from "./types";

export async function acceptGuidelines(
  slug: string,
  read: { language: string; version: number }[],
): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/guidelines/accept/", {
    params: { path: { slug } },
    body: { read },
  });
}

export function getTraining(slug: string, options?: CallOptions): Promise<Training> {
  return body(
    client.GET("/api/v1/projects/{slug}/training/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

/** Records that the annotator has seen the current step of the training. */
export function trainOn(slug: string): Promise<Training> {
  return body(client.POST("/api/v1/projects/{slug}/training/", { params: { path: { slug } } }));
}

export function getLearning(slug: string, options?: CallOptions): Promise<Learning> {
  return body(
    client.GET("/api/v1/projects/{slug}/learning/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

export function changeLearning(slug: string, change: ChangeLearning): Promise<Learning> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/learning/", { params: { path: { slug } }, body: change }),
  );
}

/** Gives an annotator who has failed another try, or lets them work. */
export function decideTraining(slug: string, key: string, verdict: "again" | "pass"): Promise<Person> {
  return body(
    client.POST("/api/v1/projects/{slug}/people/{key}/training/", {
      params: { path: { slug, key } },
      body: { verdict },
    }),
  );
}
