/* Tables over a whole project, and their being worked out in the background, together with the dear figures. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Tables } from "./types";

export function getTables(slug: string, options?: CallOptions): Promise<Tables> {
  return body(
    client.GET("/api/v1/projects/{slug}/tables/", { params: { path: { slug } }, ...withOptions(options) }),
  );
}

/** Whether they are being worked out. Not `asked`, that is begun only where it is due. */
export async function workOut(slug: string, asked: boolean): Promise<boolean> {
  const { run } = await body(
    client.POST("/api/v1/projects/{slug}/agreement/", { params: { path: { slug } }, body: { asked } }),
  );
  return run !== null && (run.state === "waiting" || run.state === "running");
}

export async function isWorkedOut(slug: string, options?: CallOptions): Promise<boolean> {
  const { run } = await body(
    client.GET("/api/v1/projects/{slug}/agreement/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
  return run === null || (run.state !== "waiting" && run.state !== "running");
}
