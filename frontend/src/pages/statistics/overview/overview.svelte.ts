/* The live summary of a project while its page is visible.

   The server sends it; without a live connection it is polled every few seconds. The numbers on the screen stay until newer ones
   have arrived. The items with the lowest agreement are requested only when the project's version has changed, and not more often
   than they can be read. */

import { getProject } from "../../../api/endpoints";
import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getItems } from "../../../api/items";
import { getSummary } from "../../../api/summary";
import type { Agreement, ItemRow, Project, Summary } from "../../../api/types";
import { type Line, LiveSummary } from "./liveSummary.svelte";

export const REFRESH_SECONDS = 5;
const WORST = 6;

export class Overview {
  project = $state.raw<Project | null>(null);
  summary = $state.raw<Summary | null>(null);
  /** Null until they have been read. */
  worst = $state.raw<readonly ItemRow[] | null>(null);
  /** The measures of the labels of a scheme without spans, when they were last computed. */
  labels = $state.raw<Agreement | null>(null);
  /** Why the statistics could not be read. */
  failure = $state.raw<unknown>(null);
  worstFailure = $state.raw<unknown>(null);
  /** When the displayed statistics were read. */
  readAt = $state<number | null>(null);
  /** The number of consecutive failures. A single one is not reported at length. */
  missed = $state(0);

  readonly #liveSummary: LiveSummary;
  #reading = false;
  #worstOf: number | null = null;
  #worstAt = -Infinity;
  #over = false;

  constructor(readonly slug: string) {
    this.#liveSummary = new LiveSummary(
      slug,
      (summary) => this.#hear(summary),
      async () => {
        await this.refresh();
        return this.failure;
      },
    );
  }

  get line(): Line {
    return this.#liveSummary.line;
  }

  get lostAt(): number | null {
    return this.#liveSummary.lostAt;
  }

  async refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      this.project ??= await getProject(this.slug);
      if (this.project.role !== "lead") return;
      const summary = await getSummary(this.slug);
      // The live connection has delivered a newer one in the meantime.
      const late = this.line === "live" && this.summary && summary.version < this.summary.version;
      if (!late) this.#show(summary);
      await this.#readWorst();
    } catch (error) {
      this.failure = error;
      this.missed += 1;
    } finally {
      this.#reading = false;
    }
  }

  /** Until what it returns is called. While the page is hidden, nothing is asked for. */
  follow(): () => void {
    const look = () => {
      if (document.visibilityState === "visible") void this.#look();
    };
    look();
    const timer = setInterval(look, REFRESH_SECONDS * 1000);
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      this.#over = true;
      this.#liveSummary.end();
      clearInterval(timer);
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async #look(): Promise<void> {
    if (this.line === "live") return this.#readWorst();
    await this.refresh();
    if (!this.#over && this.failure === null && this.project?.role === "lead") this.#liveSummary.begin();
  }

  #hear(summary: Summary) {
    this.#show(summary);
    if (document.visibilityState === "visible") void this.#readWorst();
  }

  #show(summary: Summary) {
    this.summary = summary;
    this.readAt = Date.now();
    this.failure = null;
    this.missed = 0;
  }

  /** The list is optional: if it cannot be loaded, the statistics are shown and it is requested again. */
  async #readWorst(): Promise<void> {
    const version = this.summary?.version ?? null;
    const now = Date.now();
    if (version === null || version === this.#worstOf || now - this.#worstAt < REFRESH_SECONDS * 1000) return;
    this.#worstAt = now;
    try {
      const { results } = await getItems(this.slug, { order: "agreement" });
      this.worst = results.slice(0, WORST);
      const settled = await this.#readLabels();
      this.#worstOf = settled ? version : null;
      this.worstFailure = null;
    } catch (error) {
      this.worstFailure = error;
    }
  }

  /** Returns whether the measures are settled: not being computed, and not to be computed soon. */
  async #readLabels(): Promise<boolean> {
    if (!this.project || this.project.scheme.uses_spans) return true;
    const found = await getAgreement(this.slug);
    this.labels = found.due ? await computeAgreement(this.slug, false) : found;
    return !this.computing;
  }

  get computing(): boolean {
    const state = this.labels?.run?.state;
    return state === "waiting" || state === "running";
  }

  async computeLabels(): Promise<void> {
    try {
      this.labels = await computeAgreement(this.slug, true);
      this.#worstOf = null; // read again until the measures are computed
    } catch (error) {
      this.worstFailure = error;
    }
  }
}
