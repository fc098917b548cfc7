/* The last computed breakdowns and the current progress. One run computes measures and breakdowns, so following the measures tells
   when the breakdowns are newer. */

import { AgreementMeasures } from "../agreement/measures.svelte";
import { JobFollower } from "../../../shared/jobFollower.svelte";
import { getSummary } from "../../../api/leading";
import { getTables } from "../../../api/tables";
import type { Agreement, Project, Summary, Tables } from "../../../api/types";

export const LOOKING_MS = 60_000;

type Shown = { summary: Summary; tables: Tables };

export class Breakdowns {
  readonly #figures: AgreementMeasures;
  readonly #shown: JobFollower<Shown | null>;
  #told = $state.raw<Summary | null>(null);

  constructor(readonly slug: string) {
    this.#figures = new AgreementMeasures(
      slug,
      (agreement) => this.#compare(agreement),
      (summary) => (this.#told = summary),
    );
    this.#shown = new JobFollower(
      () => this.#read(),
      () => LOOKING_MS,
    );
  }

  get project(): Project | null {
    return this.#figures.project;
  }

  get summary(): Summary | null {
    const read = this.#shown.answer?.summary ?? null;
    return this.#told && this.#told.version >= (read?.version ?? 0) ? this.#told : read;
  }

  get tables(): Tables | null {
    return this.#shown.answer?.tables ?? null;
  }

  get failure(): unknown {
    return this.#shown.failure ?? this.#figures.failure;
  }

  get running(): boolean {
    return this.#figures.working;
  }

  /** Why the last run came to nothing; null: it did not. */
  get failed(): string | null {
    const run = this.#figures.agreement?.run;
    return run?.state === "failed" ? run.message : null;
  }

  /** Returns what ends it. */
  start(): () => void {
    const ends = [this.#figures.follow(), this.#shown.follow()];
    return () => ends.forEach((end) => end());
  }

  async look(): Promise<void> {
    await Promise.all([this.#figures.read(), this.#shown.ask()]);
  }

  again(): Promise<void> {
    return this.#figures.compute();
  }

  async #read(): Promise<Shown | null> {
    if (!(await this.#figures.isLead())) return null;
    const [summary, tables] = await Promise.all([getSummary(this.slug), getTables(this.slug)]);
    return { summary, tables };
  }

  #compare({ as_of }: Agreement): void {
    if (this.tables && time(as_of) !== time(this.tables.as_of)) void this.#shown.ask();
  }
}

/** The two are written in different forms. */
const time = (instant: string | null) => instant && Date.parse(instant);
