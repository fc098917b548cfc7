/* What a job computes for a query: read, started if it is due, and polled while it is under way. The response to the latest
   request wins. */

import type { CallOptions } from "../../api/client";
import { isAbort } from "../../api/problem";
import type { Project } from "../../api/types";
import { projectForPage } from "../../shared/layout/requireRole";
import { isUnderWay } from "../../shared/jobFollower.svelte";

const WORKING_MS = 1_000;

interface Computed {
  due: boolean;
  run: { state: string } | null;
}

export class ComputedResult<Query, Found extends Computed> {
  project = $state.raw<Project | null>(null);
  found = $state.raw<Found | null>(null);
  failure = $state.raw<unknown>(null);
  loading = $state(false);

  readonly working = $derived(isUnderWay(this.found?.run));

  #request: AbortController | null = null;

  constructor(
    readonly slug: string,
    readonly get: (slug: string, query: Query, options: CallOptions) => Promise<Found>,
    readonly compute: (slug: string, query: Query) => Promise<Found>,
  ) {}

  /** `asked`: the person asks for a computation. Without it, one starts if it is due. */
  async load(query: Query, asked = false): Promise<void> {
    this.#request?.abort();
    const mine = (this.#request = new AbortController());
    this.loading = true;
    this.failure = null;
    try {
      this.project ??= await projectForPage(this.slug);
      if (this.project.role !== "lead" || mine.signal.aborted) return;
      let found = asked ? null : await this.get(this.slug, query, { signal: mine.signal });
      if (!found || found.due) found = await this.compute(this.slug, query);
      if (mine.signal.aborted) return;
      this.found = found;
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = error;
    }
    if (mine === this.#request) this.loading = false;
  }

  /** Reads again in a moment if a job is under way. Call it in an effect. Returns a function that stops it. */
  poll(query: Query): (() => void) | undefined {
    if (!this.working || !this.found) return undefined;
    const timer = setTimeout(() => void this.load(query), WORKING_MS);
    return () => clearTimeout(timer);
  }

  end(): void {
    this.#request?.abort();
  }
}
