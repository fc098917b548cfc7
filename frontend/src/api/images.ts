/* Images of guidelines; the upload itself is in upload.ts. */

import { body, client, type CallOptions, heard, refusal, speaking, withOptions } from "./client";
import type { GuidelinesImage } from "./types";

export async function getImages(slug: string, options?: CallOptions): Promise<GuidelinesImage[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/images/", { params: { path: { slug } }, ...withOptions(options) }),
  );
  return results;
}

/** Returns the image as a file, which can be uploaded again. */
export async function imageFile(slug: string, image: GuidelinesImage): Promise<File> {
  const response = await heard(fetch(imageAddress(slug, image), { headers: speaking() }));
  if (!response.ok) throw await refusal(response);
  return new File([await response.blob()], image.name);
}

/** An image that a version shows is a 409. */
export async function deleteImage(slug: string, sha256: string): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/images/{sha256}/", { params: { path: { slug, sha256 } } });
}

/** The address of the bytes, which never change. */
export function imageAddress(slug: string, { sha256 }: GuidelinesImage): string {
  return `/api/v1/projects/${encodeURIComponent(slug)}/images/${sha256}/`;
}
