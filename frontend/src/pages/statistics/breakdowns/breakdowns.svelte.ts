/* The last computed breakdowns and the current progress. One run computes measures and breakdowns, so following the measures tells
   when the breakdowns are newer. */

import { AgreementState } from "../agreement/measures.svelte";
import { JobFollower } from "../../../shared/jobFollower.svelte";
import { getSummary } from "../../../api/summary";
import { getBreakdowns } from "../../../api/breakdowns";
import type { Agreement, Project, Summary, Breakdowns } from "../../../api/types";

export const LOOKING_MS = 60_000;

type Shown = { summary: Summary; tables: Breakdowns };

export class BreakdownsState {
  readonly #agreement: AgreementState;
  readonly #shown: JobFollower<Shown | null>;
  #newest = $state.raw<Summary | null>(null);

  constructor(readonly slug: string) {
    this.#agreement = new AgreementState(
      slug,
      (agreement) => this.#compare(agreement),
      (summary) => (this.#newest = summary),
    );
    this.#shown = new JobFollower(
      () => this.#read(),
      () => LOOKING_MS,
    );
  }

  get project(): Project | null {
    return this.#agreement.project;
  }

  get summary(): Summary | null {
    const read = this.#shown.answer?.summary ?? null;
    return this.#newest && this.#newest.version >= (read?.version ?? 0) ? this.#newest : read;
  }

  get tables(): Breakdowns | null {
    return this.#shown.answer?.tables ?? null;
  }

  get failure(): unknown {
    return this.#shown.failure ?? this.#agreement.failure;
  }

  get running(): boolean {
    return this.#agreement.working;
  }

  /** Why the last run came to nothing; null: it did not. */
  get failed(): string | null {
    const run = this.#agreement.agreement?.run;
    return run?.state === "failed" ? run.message : null;
  }

  /** Returns a function that stops it. */
  start(): () => void {
    const ends = [this.#agreement.follow(), this.#shown.follow()];
    return () => ends.forEach((end) => end());
  }

  async look(): Promise<void> {
    await Promise.all([this.#agreement.read(), this.#shown.ask()]);
  }

  again(): Promise<void> {
    return this.#agreement.compute();
  }

  async #read(): Promise<Shown | null> {
    if (!(await this.#agreement.isLead())) return null;
    const [summary, tables] = await Promise.all([getSummary(this.slug), getBreakdowns(this.slug)]);
    return { summary, tables };
  }

  #compare({ as_of }: Agreement): void {
    if (this.tables && time(as_of) !== time(this.tables.as_of)) void this.#shown.ask();
  }
}

/** The two are written in different forms. */
const time = (instant: string | null) => instant && Date.parse(instant);
