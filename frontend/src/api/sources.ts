/* Sources: runs of models and judges. The upload itself is in upload.ts. */

import { body, client, type CallOptions, withOptions } from "./client";
import type {
  ChangeExposurePolicy,
  ExposurePolicy,
  FiledRecord,
  Listing,
  Source,
  SourceQuote,
} from "./types";

type Page = { cursor?: string };

export function getSources(slug: string, query: Page, options?: CallOptions): Promise<Listing<Source>> {
  return body(
    client.GET("/api/v1/projects/{slug}/sources/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function archiveSource(slug: string, id: number, archived: boolean): Promise<Source> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/sources/{id}/", {
      params: { path: { slug, id } },
      body: { archived },
    }),
  );
}

export async function discardSource(slug: string, id: number): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/sources/{id}/", { params: { path: { slug, id } } });
}

/** The address of a source as JSON lines. */
export function sourceExport(slug: string, id: number): string {
  return `/api/v1/projects/${slug}/sources/${id}/records/`;
}

/** Items that failed in the run. */
export function getFiledRecords(
  slug: string,
  id: number,
  query: Page,
  options?: CallOptions,
): Promise<Listing<FiledRecord>> {
  return body(
    client.GET("/api/v1/projects/{slug}/sources/{id}/filed/", {
      params: { path: { slug, id }, query },
      ...withOptions(options),
    }),
  );
}

/** Quotes that wait for a place. */
export function getQuotes(slug: string, query: Page, options?: CallOptions): Promise<Listing<SourceQuote>> {
  return body(
    client.GET("/api/v1/projects/{slug}/source-quotes/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** Chooses the occurrence at `start`; null leaves the quote out. */
export function settleQuote(slug: string, id: number, start: number | null): Promise<SourceQuote> {
  return body(
    client.POST("/api/v1/projects/{slug}/source-quotes/{id}/", {
      params: { path: { slug, id } },
      body: { start },
    }),
  );
}

export function reopenQuote(slug: string, id: number): Promise<SourceQuote> {
  return body(
    client.DELETE("/api/v1/projects/{slug}/source-quotes/{id}/", { params: { path: { slug, id } } }),
  );
}

export function getExposurePolicy(slug: string): Promise<ExposurePolicy> {
  return body(client.GET("/api/v1/projects/{slug}/exposure-policy/", { params: { path: { slug } } }));
}

export function changeExposurePolicy(slug: string, wanted: ChangeExposurePolicy): Promise<ExposurePolicy> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/exposure-policy/", { params: { path: { slug } }, body: wanted }),
  );
}
