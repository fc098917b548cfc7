/* Submissions to a shared task; uploads are in upload.ts. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { FactSheetAnswers, Listing, Quota, SameBytes, Submission, SubmissionDetails } from "./types";

export type SubmissionQuery = { cursor?: string; phase?: string; team?: number };

export function getSubmissions(
  task: string,
  query: SubmissionQuery = {},
  options?: CallOptions,
): Promise<Listing<Submission>> {
  return body(
    client.GET("/api/v1/tasks/{task}/submissions/", {
      params: { path: { task }, query },
      ...withOptions(options),
    }),
  );
}

export function getSubmission(task: string, submission: number): Promise<SubmissionDetails> {
  return body(
    client.GET("/api/v1/tasks/{task}/submissions/{submission}/", { params: { path: { task, submission } } }),
  );
}

/** The address of the stored bytes. */
export function submissionFile(task: string, submission: number): string {
  return `/api/v1/tasks/${encodeURIComponent(task)}/submissions/${submission}/file/`;
}

export function withdrawSubmission(task: string, submission: number): Promise<Submission> {
  return body(
    client.POST("/api/v1/tasks/{task}/submissions/{submission}/withdraw/", {
      params: { path: { task, submission } },
    }),
  );
}

/** Lets the board show it, where the phase leaves that to the team. */
export function chooseSubmission(task: string, submission: number): Promise<Submission> {
  return body(
    client.POST("/api/v1/tasks/{task}/submissions/{submission}/choose/", {
      params: { path: { task, submission } },
    }),
  );
}

/** Disqualifies it, which needs a reason, or undoes that. For organizers. */
export function disqualifySubmission(
  task: string,
  submission: number,
  disqualified: boolean,
  reason = "",
): Promise<Submission> {
  return body(
    client.POST("/api/v1/tasks/{task}/submissions/{submission}/disqualify/", {
      params: { path: { task, submission } },
      body: { disqualified, reason },
    }),
  );
}

export function rescoreSubmission(task: string, submission: number): Promise<Submission> {
  return body(
    client.POST("/api/v1/tasks/{task}/submissions/{submission}/rescore/", {
      params: { path: { task, submission } },
    }),
  );
}

export function getQuota(task: string, phase: string, options?: CallOptions): Promise<Quota> {
  return body(
    client.GET("/api/v1/tasks/{task}/quota/", {
      params: { path: { task }, query: { phase } },
      ...withOptions(options),
    }),
  );
}

/** Identical bytes from two teams. For organizers. */
export async function getSameBytes(task: string): Promise<readonly SameBytes[]> {
  return (await body(client.GET("/api/v1/tasks/{task}/duplicates/", { params: { path: { task } } }))).results;
}

export function getAnswers(task: string, upload: number): Promise<FactSheetAnswers> {
  return body(
    client.GET("/api/v1/tasks/{task}/uploads/{upload}/answers/", { params: { path: { task, upload } } }),
  );
}

/** `version`: of the stored answers; `sheet`: of the questions. Stale ones are a conflict. */
export function putAnswers(
  task: string,
  upload: number,
  change: { version: number; sheet: number; answers: Record<string, string | boolean> },
): Promise<FactSheetAnswers> {
  return body(
    client.PUT("/api/v1/tasks/{task}/uploads/{upload}/answers/", {
      params: { path: { task, upload } },
      body: change,
    }),
  );
}
