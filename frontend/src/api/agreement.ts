/* Requests of the agreement page. */

import { body, client } from "./client";
import type { Agreement } from "./types";

export function getAgreement(slug: string): Promise<Agreement> {
  return body(client.GET("/api/v1/projects/{slug}/agreement/", { params: { path: { slug } } }));
}

/** Starts the computation of the agreement measures. Unless a person `asked`, only if they are out of date. */
export function computeAgreement(slug: string, asked: boolean): Promise<Agreement> {
  return body(
    client.POST("/api/v1/projects/{slug}/agreement/", { params: { path: { slug } }, body: { asked } }),
  );
}
