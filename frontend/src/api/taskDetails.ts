/* Requests of what all pages of a shared task show. */

import { checked, heard } from "./client";

/** What the reader is in a task. */
export type TaskRole = "organizer" | "team" | "visitor" | "anonymous";

export interface TaskPhase {
  id: number;
  slug: string;
  name: string;
  kind: "development" | "test" | "post";
  split: string;
  starts_at: string;
  ends_at: string | null;
  zone: string;
  state: "upcoming" | "open" | "paused" | "ended";
  visibility: "board" | "own" | "blind";
  results_at: string | null;
  names_at: string | null;
  gold_at: string | null;
  board_rule: "best" | "last" | "chosen";
  board_visible: boolean;
  own_scores_visible: boolean;
  gold_visible: boolean;
}

export interface TaskTrack {
  id: number;
  slug: string;
  name: string;
  language: string;
  metrics: string[];
}

export interface TaskDetails {
  slug: string;
  name: string;
  description: string;
  published: boolean;
  synthetic: boolean;
  role: TaskRole;
  team: { id: number; name: string; state: string } | null;
  phases: TaskPhase[];
  tracks: TaskTrack[];
  unread: number;
}

export async function getTask(task: string): Promise<TaskDetails> {
  const response = await checked(await heard(fetch(`/api/v1/tasks/${task}/`)));
  const details: TaskDetails = await response.json();
  return details;
}
