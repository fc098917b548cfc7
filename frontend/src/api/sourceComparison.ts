/* Sources compared with people and with each other, computed in the background, and samples for people to check. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { components, operations } from "./schema";
import type { DrawnSample, SampleStrata, SourceComparison } from "./types";

export type ComparisonQuery = NonNullable<operations["source_comparison_get"]["parameters"]["query"]>;

export type SampleWish = components["schemas"]["SamplePreview"];

export function getComparison(
  slug: string,
  query: ComparisonQuery,
  options?: CallOptions,
): Promise<SourceComparison> {
  return body(
    client.GET("/api/v1/projects/{slug}/source-comparison/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function computeComparison(slug: string, query: ComparisonQuery): Promise<SourceComparison> {
  return body(
    client.POST("/api/v1/projects/{slug}/source-comparison/", { params: { path: { slug }, query } }),
  );
}

/** How many items of each language and result of a source would be drawn. */
export function previewSample(
  slug: string,
  sample: SampleWish,
  options?: CallOptions,
): Promise<SampleStrata> {
  return body(
    client.POST("/api/v1/projects/{slug}/source-samples/preview/", {
      params: { path: { slug } },
      body: sample,
      ...withOptions(options),
    }),
  );
}

/** Draws the sample, tags its items and assigns them. */
export function drawSample(
  slug: string,
  sample: SampleWish & { tag: string; annotators: string[] },
): Promise<DrawnSample> {
  return body(
    client.POST("/api/v1/projects/{slug}/source-samples/", { params: { path: { slug } }, body: sample }),
  );
}
