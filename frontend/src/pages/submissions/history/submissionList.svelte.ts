/* The submissions that a person can see, newest first. While one of them waits or is scored, the first page is requested again and
   again. */

import { getSubmissions, type SubmissionQuery } from "../../../api/submissions";
import { isAbort, NetworkFailure } from "../../../api/problem";
import type { Submission } from "../../../api/types";
import { isUnderWay, merged } from "./submissionState";

export const POLL_SECONDS = 2;

export class SubmissionList {
  rows = $state.raw<readonly Submission[] | null>(null);
  next = $state.raw<string | null>(null);
  failure = $state.raw<unknown>(null);
  loading = $state(false);
  /** The last request had no answer: what is shown may be old. */
  silent = $state(false);
  filter = $state.raw<SubmissionQuery>({});

  readonly #task: string;
  /** Called when the state of a submission has changed. */
  readonly #onchange: () => void;
  #question = 0;

  constructor(task: string, onchange: () => void) {
    this.#task = task;
    this.#onchange = onchange;
  }

  /** Loads the first page of another selection. */
  async load(filter: SubmissionQuery = this.filter): Promise<void> {
    this.filter = filter;
    await this.#read(filter, ({ results, next }) => {
      this.rows = results;
      this.next = next;
    });
  }

  async more(): Promise<void> {
    if (this.next === null) return;
    await this.#read({ ...this.filter, cursor: this.next }, ({ results, next }) => {
      this.rows = [...(this.rows ?? []), ...results];
      this.next = next;
    });
  }

  /** Looks whether something has changed, if something can. */
  async look(): Promise<void> {
    if (this.loading || !(this.silent || this.rows?.some(isUnderWay))) return;
    await this.refresh();
  }

  /** Requests the first page and leaves the others as they are. */
  async refresh(): Promise<void> {
    await this.#read(this.filter, ({ results, next }) => {
      const before = this.rows ?? [];
      this.rows = merged(before, results);
      if (before.length <= results.length) this.next = next;
      if (results.some((row) => before.find(({ id }) => id === row.id)?.state !== row.state))
        this.#onchange();
    });
  }

  /** Replaces a changed submission. */
  put(changed: Submission): void {
    this.rows = this.rows?.map((row) => (row.id === changed.id ? changed : row)) ?? null;
    this.#onchange();
  }

  async #read(
    query: SubmissionQuery,
    take: (page: { results: readonly Submission[]; next: string | null }) => void,
  ): Promise<void> {
    const question = ++this.#question;
    this.loading = true;
    try {
      const page = await getSubmissions(this.#task, query);
      if (question !== this.#question) return;
      this.silent = false;
      this.failure = null;
      take(page);
    } catch (error) {
      if (question !== this.#question || isAbort(error)) return;
      this.silent = error instanceof NetworkFailure && this.rows !== null;
      if (!this.silent) this.failure = error;
    }
    if (question === this.#question) this.loading = false;
  }
}
