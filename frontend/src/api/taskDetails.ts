/* Requests of what all pages of a shared task show. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { TaskDetails } from "./types";

export type { TaskDetails, TaskPhase, TaskRole, TaskTrack } from "./types";

export function getTask(task: string, options?: CallOptions): Promise<TaskDetails> {
  return body(client.GET("/api/v1/tasks/{task}/", { params: { path: { task } }, ...withOptions(options) }));
}
