/* The panels of the workspace, of which one is open at a time. Each is loaded when it is opened. */
import type { Component } from "svelte";
import type { PanelProps } from "./panelProps";

export const panels = {
  guidelines: () => import("./Guidelines.svelte"),
  queues: () => import("./own-work/QueuePanel.svelte"),
  history: () => import("./history/History.svelte"),
  ask: () => import("./ask/Ask.svelte"),
} satisfies Record<string, () => Promise<{ default: Component<PanelProps> }>>;

export type PanelName = keyof typeof panels;
