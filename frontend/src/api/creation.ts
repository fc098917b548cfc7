/* The creation step: questions, their candidates and verdicts. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { CreationState, Listing, NewVerdict, QuestionRow, QuestionState } from "./types";

/** Returns the question that the person holds, or holds the next free one. */
export function nextQuestion(slug: string, options?: CallOptions): Promise<CreationState> {
  return body(
    client.POST("/api/v1/projects/{slug}/creation/next/", {
      params: { path: { slug } },
      ...withOptions(options),
    }),
  );
}

/** Returns what is next. The same verdict may be sent again. */
export function giveVerdict(slug: string, verdict: NewVerdict): Promise<CreationState> {
  return body(
    client.POST("/api/v1/projects/{slug}/creation/verdicts/", {
      params: { path: { slug } },
      body: verdict,
    }),
  );
}

export function undoVerdict(slug: string, verdict: number): Promise<CreationState> {
  return body(
    client.POST("/api/v1/projects/{slug}/creation/verdicts/{verdict}/undo/", {
      params: { path: { slug, verdict } },
    }),
  );
}

export function getQuestions(
  slug: string,
  query: { cursor?: string; state?: QuestionState },
  options?: CallOptions,
): Promise<Listing<QuestionRow>> {
  return body(
    client.GET("/api/v1/projects/{slug}/creation/questions/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

/** The address of the export of candidates. `rest`: only those that did not become items. */
export function candidatesExport(slug: string, rest: boolean): string {
  return `/api/v1/projects/${encodeURIComponent(slug)}/creation/candidates/${rest ? "?rest=1" : ""}`;
}
