/* The figures of a project, read again while somebody looks at them.

   What is on the screen stays there until something newer has come: a refresh that fails is said beside it. The worst items
   are asked for only when the project's version tells that something has changed. */

import { getProject } from "../api/endpoints";
import { getItems, getSummary } from "../api/leading";
import type { ItemRow, Project, Summary } from "../api/types";

export const REFRESH_SECONDS = 5;
const WORST = 6;

export class Overview {
  project = $state.raw<Project | null>(null);
  summary = $state.raw<Summary | null>(null);
  worst = $state.raw<readonly ItemRow[]>([]);
  failure = $state.raw<unknown>(null);
  /** When the figures on the screen were read. */
  readAt = $state<number | null>(null);
  /** How often in a row they could not be read anew: once is soon made good and need not be told at length. */
  missed = $state(0);

  #reading = false;
  #worstOf: number | null = null;

  constructor(readonly slug: string) {}

  async refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      this.project ??= await getProject(this.slug);
      if (this.project.role !== "lead") return;
      const summary = await getSummary(this.slug);
      if (summary.version !== this.#worstOf) {
        const { results } = await getItems(this.slug, { order: "agreement" });
        this.worst = results.slice(0, WORST);
        this.#worstOf = summary.version;
      }
      this.summary = summary;
      this.readAt = Date.now();
      this.failure = null;
      this.missed = 0;
    } catch (error) {
      this.failure = error;
      this.missed += 1;
    } finally {
      this.#reading = false;
    }
  }

  /** Reads every few seconds while the page is visible, and at once when it becomes so. Returns what stops it. */
  follow(): () => void {
    const look = () => {
      if (document.visibilityState === "visible") void this.refresh();
    };
    look();
    const timer = setInterval(look, REFRESH_SECONDS * 1000);
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }
}
