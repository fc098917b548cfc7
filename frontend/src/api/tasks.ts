/* Shared tasks: list, settings, phases, tracks, announcements and messages. */

import { body, type CallOptions, client, withOptions } from "./client";
import type {
  AuditLog,
  ChangePhase,
  ChangeTask,
  ChangeTrack,
  Listing,
  NewAnnouncement,
  NewPhase,
  NewTask,
  NewTrack,
  TaskAnnouncement,
  TaskAuditQuery,
  TaskCard,
  TaskDetails,
  TaskMessage,
  TaskPhase,
  TaskThread,
  TaskTrack,
} from "./types";

/** `project`: for its leads, tasks on its releases only. */
export async function getTasks(project?: string): Promise<TaskCard[]> {
  const { results } = await body(
    client.GET("/api/v1/tasks/", project === undefined ? {} : { params: { query: { project } } }),
  );
  return results;
}

export function makeTask(task: NewTask): Promise<TaskDetails> {
  return body(client.POST("/api/v1/tasks/", { body: task }));
}

/** A stale version is a 409. */
export function changeTask(task: string, change: ChangeTask): Promise<TaskDetails> {
  return body(client.PATCH("/api/v1/tasks/{task}/", { params: { path: { task } }, body: change }));
}

export function makePhase(task: string, phase: NewPhase): Promise<TaskPhase> {
  return body(client.POST("/api/v1/tasks/{task}/phases/", { params: { path: { task } }, body: phase }));
}

/** A stale version is a 409. */
export function changePhase(task: string, phase: number, change: ChangePhase): Promise<TaskPhase> {
  return body(
    client.PATCH("/api/v1/tasks/{task}/phases/{phase}/", {
      params: { path: { task, phase } },
      body: change,
    }),
  );
}

export async function deletePhase(task: string, phase: number): Promise<void> {
  await client.DELETE("/api/v1/tasks/{task}/phases/{phase}/", { params: { path: { task, phase } } });
}

export function pausePhase(task: string, phase: number, reason: string): Promise<TaskPhase> {
  return body(
    client.POST("/api/v1/tasks/{task}/phases/{phase}/pause/", {
      params: { path: { task, phase } },
      body: { reason },
    }),
  );
}

export function resumePhase(task: string, phase: number): Promise<TaskPhase> {
  return body(
    client.POST("/api/v1/tasks/{task}/phases/{phase}/resume/", { params: { path: { task, phase } } }),
  );
}

export function makeTrack(task: string, track: NewTrack): Promise<TaskTrack> {
  return body(client.POST("/api/v1/tasks/{task}/tracks/", { params: { path: { task } }, body: track }));
}

export function changeTrack(task: string, track: number, change: ChangeTrack): Promise<TaskTrack> {
  return body(
    client.PATCH("/api/v1/tasks/{task}/tracks/{track}/", {
      params: { path: { task, track } },
      body: change,
    }),
  );
}

export async function deleteTrack(task: string, track: number): Promise<void> {
  await client.DELETE("/api/v1/tasks/{task}/tracks/{track}/", { params: { path: { task, track } } });
}

/** Returns the address of the items of a phase without gold. */
export function itemsFile(task: string, phase: number, language: string): string {
  return `/api/v1/tasks/${task}/phases/${phase}/items/${encodeURIComponent(language)}/`;
}

/** Returns the address of a zip with the images that the items name. */
export function imagesFile(task: string, phase: number, language: string): string {
  return `/api/v1/tasks/${task}/phases/${phase}/images/${encodeURIComponent(language)}/`;
}

export function goldFile(task: string, phase: number, language: string): string {
  return `/api/v1/tasks/${task}/phases/${phase}/gold/${encodeURIComponent(language)}/`;
}

export function getAnnouncements(
  task: string,
  query: { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<TaskAnnouncement>> {
  return body(
    client.GET("/api/v1/tasks/{task}/announcements/", {
      params: { path: { task }, query },
      ...withOptions(options),
    }),
  );
}

export function announce(task: string, announcement: NewAnnouncement): Promise<TaskAnnouncement> {
  return body(
    client.POST("/api/v1/tasks/{task}/announcements/", { params: { path: { task } }, body: announcement }),
  );
}

/** Returns a part of the messages of a team, oldest first. `team`: for organizers. */
export function getTaskMessages(
  task: string,
  query: { team?: number; cursor?: string } = {},
): Promise<Listing<TaskMessage>> {
  return body(client.GET("/api/v1/tasks/{task}/messages/", { params: { path: { task }, query } }));
}

/** `team`: to which an organizer writes; null for a team's own message. */
export function sendTaskMessage(task: string, text: string, team: number | null): Promise<TaskMessage> {
  return body(
    client.POST("/api/v1/tasks/{task}/messages/", {
      params: { path: { task } },
      body: { text, ...(team !== null && { team }) },
    }),
  );
}

export async function getTaskThreads(task: string): Promise<TaskThread[]> {
  const { results } = await body(client.GET("/api/v1/tasks/{task}/threads/", { params: { path: { task } } }));
  return results;
}

/** Marks announcements and messages as read. */
export async function markTaskRead(task: string, what: "announcements" | "messages"): Promise<void> {
  await client.PUT("/api/v1/tasks/{task}/read/", { params: { path: { task } }, body: { what } });
}

export function getTaskLog(
  task: string,
  query: TaskAuditQuery = {},
  options?: CallOptions,
): Promise<AuditLog> {
  return body(
    client.GET("/api/v1/tasks/{task}/audit/", { params: { path: { task }, query }, ...withOptions(options) }),
  );
}
