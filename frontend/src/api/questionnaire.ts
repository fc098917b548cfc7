/* The questionnaire about annotators. */

import { body, client } from "./client";
import type { AnswerQuestionnaire, OwnQuestionnaire, QuestionnaireSummary, SetQuestionnaire } from "./types";

export function getQuestionnaire(slug: string): Promise<QuestionnaireSummary> {
  return body(client.GET("/api/v1/projects/{slug}/questionnaire/", { params: { path: { slug } } }));
}

export function setQuestionnaire(slug: string, wanted: SetQuestionnaire): Promise<QuestionnaireSummary> {
  return body(
    client.PUT("/api/v1/projects/{slug}/questionnaire/", { params: { path: { slug } }, body: wanted }),
  );
}

/** Returns the address of the answers as a file. */
export function answersFile(slug: string, kind: "csv" | "jsonl"): string {
  return `/api/v1/projects/${slug}/questionnaire/answers/?as=${kind}`;
}

export function getOwnQuestionnaire(slug: string): Promise<OwnQuestionnaire> {
  return body(client.GET("/api/v1/projects/{slug}/questionnaire/mine/", { params: { path: { slug } } }));
}

export function answerQuestionnaire(slug: string, given: AnswerQuestionnaire): Promise<OwnQuestionnaire> {
  return body(
    client.PUT("/api/v1/projects/{slug}/questionnaire/mine/", { params: { path: { slug } }, body: given }),
  );
}

/** Deletes the user's answers. */
export async function withdrawAnswers(slug: string): Promise<void> {
  await client.DELETE("/api/v1/projects/{slug}/questionnaire/mine/", { params: { path: { slug } } });
}

/** Shows the user no more invitations. */
export async function dismissInvitation(slug: string): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/questionnaire/dismiss/", { params: { path: { slug } } });
}
