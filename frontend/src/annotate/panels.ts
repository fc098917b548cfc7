/* What can be opened beside the sheet, one at a time. Each is loaded when it is opened. */
import type { Component } from "svelte";
import type { Guidelines } from "../api/types";
import type { News } from "./ask/news.svelte";
import type { Task } from "./task.svelte";

export interface PanelProps {
  slug: string;
  task: Task;
  guidelines: Guidelines | null;
  news: News;
  isLead: boolean;
  onclose: () => void;
}

export const panels = {
  guidelines: () => import("./Guidelines.svelte"),
  queues: () => import("./queues/QueuePanel.svelte"),
  history: () => import("./history/History.svelte"),
  ask: () => import("./ask/Ask.svelte"),
} satisfies Record<string, () => Promise<{ default: Component<PanelProps> }>>;

export type PanelName = keyof typeof panels;
