/* The tables as they were last worked out. Looking begins a computation where one is due; while it runs, one asks again. */

import { getProject } from "../api/endpoints";
import { getSummary } from "../api/leading";
import { isAbort } from "../api/problem";
import { getTables, isWorkedOut, workOut } from "../api/tables";
import type { Project, Summary, Tables } from "../api/types";

const PAUSE_MS = 1_000;

export class Desk {
  project = $state.raw<Project | null>(null);
  summary = $state.raw<Summary | null>(null);
  tables = $state.raw<Tables | null>(null);
  failure = $state.raw<unknown>(null);
  running = $state(false);

  #request: AbortController | null = null;

  constructor(readonly slug: string) {}

  /** Returns what ends it. */
  start(): () => void {
    void this.#follow(false);
    return () => this.#request?.abort();
  }

  again(): Promise<void> {
    return this.#follow(true);
  }

  async #follow(asked: boolean): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    const options = { signal: request.signal };
    this.failure = null;
    try {
      this.project = await getProject(this.slug);
      if (this.project.role !== "lead") return;
      [this.summary, this.tables] = await Promise.all([
        getSummary(this.slug, options),
        getTables(this.slug, options),
      ]);
      this.running = await workOut(this.slug, asked);
      while (this.running && !request.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        this.running = !(await isWorkedOut(this.slug, options));
        if (!this.running) this.tables = await getTables(this.slug, options);
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = error;
      this.running = false;
    }
  }
}
