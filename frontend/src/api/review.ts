/* The review queue and reviews. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Review, ReviewRow } from "./types";

export type ReviewKind = "fastest" | "agreement" | "nothing" | "random";
/** `draw`: the seed of the random order. */
export type ReviewQuery = {
  language: string;
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
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
  return results;
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
