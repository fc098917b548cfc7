/* Sources compared with people and with each other, computed in the background. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { operations } from "./schema";
import type { SourceComparison } from "./types";

export type ComparisonQuery = NonNullable<operations["source_comparison_get"]["parameters"]["query"]>;

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
