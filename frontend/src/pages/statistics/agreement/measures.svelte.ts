/* The agreement measures of a project, polled while the page is visible: every second while they are computed, otherwise when the
   server reports a change, and at intervals, which are shorter without a live connection. Viewing them starts a computation if they
   are out of date. */

import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getProject } from "../../../api/endpoints";
import type { Agreement, Project, Summary } from "../../../api/types";
import { type Line, LiveSummary } from "../overview/liveSummary.svelte";
import { isUnderWay, JobFollower } from "../../../shared/jobFollower.svelte";

export const WORKING_MS = 1_000;
export const LOOKING_MS = 15_000;
/** Changes by saves are reported live; a computation started by another user is not. */
export const LISTENING_MS = 60_000;
/** Between two checks for changes. */
export const NEWS_MS = 2_000;

export class AgreementState {
  project = $state.raw<Project | null>(null);

  readonly #jobFollower: JobFollower<Agreement | null>;
  readonly #liveSummary: LiveSummary;
  readonly #onsummary: (summary: Summary) => void;
  /** The last state of the project from the live connection. */
  #version = 0;
  #asked: Promise<Project> | null = null;

  constructor(
    readonly slug: string,
    heard: (agreement: Agreement) => void = () => {},
    onsummary: (summary: Summary) => void = () => {},
  ) {
    this.#onsummary = onsummary;
    this.#jobFollower = new JobFollower(
      () => this.#read(),
      () => this.#pause(),
      (agreement) => {
        if (!agreement) return;
        this.#liveSummary.begin();
        heard(agreement);
      },
    );
    this.#liveSummary = new LiveSummary(
      slug,
      (summary) => this.#hear(summary),
      async () => {
        await this.read();
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

  get readAt(): number | null {
    return this.#jobFollower.answeredAt;
  }

  get agreement(): Agreement | null {
    return this.#jobFollower.answer;
  }

  get failure(): unknown {
    return this.#jobFollower.failure;
  }

  get working(): boolean {
    return isUnderWay(this.agreement?.run);
  }

  read(): Promise<void> {
    return this.#jobFollower.ask();
  }

  compute(): Promise<void> {
    return this.#jobFollower.ask(async () =>
      (await this.isLead()) ? computeAgreement(this.slug, true) : null,
    );
  }

  /** Until what it returns is called. */
  follow(): () => void {
    const end = this.#jobFollower.follow();
    return () => {
      end();
      this.#liveSummary.end();
    };
  }

  /** Others may not see them. Asked once, however many wait for it. */
  async isLead(): Promise<boolean> {
    if (!this.project) {
      this.#asked ??= getProject(this.slug);
      try {
        this.project = await this.#asked;
      } finally {
        this.#asked = null;
      }
    }
    return this.project.role === "lead";
  }

  get #behind(): boolean {
    return this.agreement !== null && this.agreement.version < this.#version;
  }

  #pause(): number {
    if (this.failure !== null) return LOOKING_MS;
    if (this.working) return WORKING_MS;
    // A change is shown at once, its extent at intervals: measures are computed every few minutes at most.
    if (this.#behind) return this.agreement?.stale ? LOOKING_MS : NEWS_MS;
    return this.line === "live" ? LISTENING_MS : LOOKING_MS;
  }

  #hear(summary: Summary) {
    this.#version = summary.version;
    this.#onsummary(summary);
    this.#jobFollower.soon(this.#pause());
  }

  async #read(): Promise<Agreement | null> {
    if (!(await this.isLead())) return null;
    const found = await getAgreement(this.slug);
    return found.due ? computeAgreement(this.slug, false) : found;
  }
}
