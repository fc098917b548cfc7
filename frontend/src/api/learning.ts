/* What annotators ask before they work. Loaded with the pages that need it. */

import { client } from "./client";

export async function acceptGuidelines(
  slug: string,
  read: { language: string; version: number }[],
): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/guidelines/accept/", {
    params: { path: { slug } },
    body: { read },
  });
}
