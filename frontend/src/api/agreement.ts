/* What the page of agreement asks. */

import { body, client } from "./client";
import type { Agreement } from "./types";

export function getAgreement(slug: string): Promise<Agreement> {
  return body(client.GET("/api/v1/projects/{slug}/agreement/", { params: { path: { slug } } }));
}

/** Has the figures worked out anew; not `asked` for by a person: only where they are due. */
export function computeAgreement(slug: string, asked: boolean): Promise<Agreement> {
  return body(
    client.POST("/api/v1/projects/{slug}/agreement/", { params: { path: { slug } }, body: { asked } }),
  );
}
