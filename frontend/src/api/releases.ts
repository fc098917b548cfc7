/* Releases: create, follow the build, compare, publish, withdraw. */

import { body, client, type CallOptions, withOptions } from "./client";
import type {
  Listing,
  NewRelease,
  PublishedRelease,
  Release,
  ReleaseComparison,
  ReleasePreview,
} from "./types";

export function getReleases(
  slug: string,
  query: { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<Release>> {
  return body(
    client.GET("/api/v1/projects/{slug}/releases/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function getRelease(slug: string, release: number, options?: CallOptions): Promise<Release> {
  return body(
    client.GET("/api/v1/projects/{slug}/releases/{release}/", {
      params: { path: { slug, release } },
      ...withOptions(options),
    }),
  );
}

export function previewRelease(slug: string, policy: string, languages: string[]): Promise<ReleasePreview> {
  return body(
    client.POST("/api/v1/projects/{slug}/releases/preview/", {
      params: { path: { slug } },
      body: { policy, languages },
    }),
  );
}

export function buildRelease(slug: string, wanted: NewRelease): Promise<Release> {
  return body(client.POST("/api/v1/projects/{slug}/releases/", { params: { path: { slug } }, body: wanted }));
}

export function openRelease(slug: string, release: number): Promise<Release> {
  return body(
    client.POST("/api/v1/projects/{slug}/releases/{release}/open/", { params: { path: { slug, release } } }),
  );
}

export function withdrawRelease(slug: string, release: number, reason: string): Promise<Release> {
  return body(
    client.POST("/api/v1/projects/{slug}/releases/{release}/withdraw/", {
      params: { path: { slug, release } },
      body: { reason },
    }),
  );
}

export function publishRelease(slug: string, release: number, published: boolean): Promise<Release> {
  return body(
    client.PUT("/api/v1/projects/{slug}/releases/{release}/publish/", {
      params: { path: { slug, release } },
      body: { published },
    }),
  );
}

/** Creates the link of a release, or revokes it for good. */
export function shareRelease(slug: string, release: number, shared: boolean): Promise<Release> {
  return body(
    client.PUT("/api/v1/projects/{slug}/releases/{release}/share/", {
      params: { path: { slug, release } },
      body: { shared },
    }),
  );
}

export function getPublishedReleases(slug: string, cursor?: string): Promise<Listing<PublishedRelease>> {
  return body(
    client.GET("/api/v1/projects/{slug}/releases/published/", {
      params: { path: { slug }, query: cursor === undefined ? {} : { cursor } },
    }),
  );
}

export function getSharedRelease(token: string): Promise<PublishedRelease> {
  return body(client.GET("/api/v1/shared/{token}/", { params: { path: { token } } }));
}

export function compareReleases(slug: string, before: number, after: number): Promise<ReleaseComparison> {
  return body(
    client.GET("/api/v1/projects/{slug}/releases/compare/", {
      params: { path: { slug }, query: { before, after } },
    }),
  );
}

/** Returns the address of the zip file. */
export function releaseZip(slug: string, release: number): string {
  return `/api/v1/projects/${slug}/releases/${release}/download/`;
}

export function sharedZip(token: string): string {
  return `/api/v1/shared/${token}/download/`;
}
