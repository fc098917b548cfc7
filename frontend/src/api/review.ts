/* The review queue and reviews. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { AnnotatorPair, PeopleReview, Review, ReviewRow } from "./types";

export type ReviewKind = "fastest" | "agreement" | "nothing" | "unsure" | "random";
/** `language`: "" for all. `draw`: the seed of the random order. `annotator`: the key of the one whose submissions are listed, in any language. */
export type ReviewQuery = {
  language: string;
  annotator: string;
  kind: ReviewKind;
  n: number;
  draw: number;
  reviewed: boolean;
};

export async function getReviewQueue(
  slug: string,
  query: ReviewQuery,
  options?: CallOptions,
): Promise<ReviewRow[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/review/", {
      params: { path: { slug }, query: sent(query) },
      ...withOptions(options),
    }),
  );
  return results;
}

function sent({ language, annotator, ...query }: ReviewQuery) {
  return annotator ? { ...query, annotator } : { ...query, ...(language && { language }) };
}

/** Returns the annotations of two annotators on their shared items, most different first. */
export function getAnnotatorPair(
  slug: string,
  { language, ...pair }: { annotator: string; beside: string; language: string; n: number },
  options?: CallOptions,
): Promise<AnnotatorPair> {
  const query = { ...pair, ...(language && { language }) };
  return body(
    client.GET("/api/v1/projects/{slug}/review/pair/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export type PeopleQuery = { n: number; draw: number; unfinished: boolean };

/** Returns the fastest annotators and others at random. */
export function getPeopleReview(
  slug: string,
  query: PeopleQuery,
  options?: CallOptions,
): Promise<PeopleReview> {
  return body(
    client.GET("/api/v1/projects/{slug}/review/people/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** Returns everyone who has reviewed the item. */
export async function markReviewed(
  slug: string,
  { id, annotator, revision }: ReviewRow,
  reviewed: boolean,
): Promise<Review[]> {
  const { reviews } = await body(
    client.POST("/api/v1/projects/{slug}/items/{item}/review/", {
      params: { path: { slug, item: id } },
      body: { annotator, revision, reviewed },
    }),
  );
  return reviews;
}
