/* The dear figures of a project, read while somebody looks at them: every second while they are worked out, else now and then.
   Looking has them worked out where they are due. */

import { computeAgreement, getAgreement } from "../api/agreement";
import { getProject } from "../api/endpoints";
import type { Agreement, Project } from "../api/types";
import { Follower } from "./follower.svelte";

export const WORKING_MS = 1_000;
export const LOOKING_MS = 15_000;

export class Figures {
  project = $state.raw<Project | null>(null);

  readonly #follower: Follower<Agreement | null>;
  #asked: Promise<Project> | null = null;

  constructor(
    readonly slug: string,
    heard: (agreement: Agreement) => void = () => {},
  ) {
    this.#follower = new Follower(
      () => this.#read(),
      () => (this.working && this.failure === null ? WORKING_MS : LOOKING_MS),
      (agreement) => agreement && heard(agreement),
    );
  }

  get agreement(): Agreement | null {
    return this.#follower.answer;
  }

  get failure(): unknown {
    return this.#follower.failure;
  }

  get working(): boolean {
    const state = this.agreement?.run?.state;
    return state === "waiting" || state === "running";
  }

  read(): Promise<void> {
    return this.#follower.ask();
  }

  compute(): Promise<void> {
    return this.#follower.ask(async () => ((await this.isLead()) ? computeAgreement(this.slug, true) : null));
  }

  follow(): () => void {
    return this.#follower.follow();
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

  async #read(): Promise<Agreement | null> {
    if (!(await this.isLead())) return null;
    const found = await getAgreement(this.slug);
    return found.due ? computeAgreement(this.slug, false) : found;
  }
}
