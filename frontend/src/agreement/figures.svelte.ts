/* The dear figures of a project, read while somebody looks at them: every second while they are worked out, else now and then.
   Looking has them worked out where they are due. */

import { computeAgreement, getAgreement } from "../api/agreement";
import { getProject } from "../api/endpoints";
import type { Agreement, Project } from "../api/types";

export const WORKING_MS = 1_000;
export const LOOKING_MS = 15_000;

export class Figures {
  project = $state.raw<Project | null>(null);
  agreement = $state.raw<Agreement | null>(null);
  failure = $state.raw<unknown>(null);

  constructor(readonly slug: string) {}

  get working(): boolean {
    const state = this.agreement?.run?.state;
    return state === "waiting" || state === "running";
  }

  async read(): Promise<void> {
    await this.#take(async () => {
      const found = await getAgreement(this.slug);
      return found.due ? computeAgreement(this.slug, false) : found;
    });
  }

  async compute(): Promise<void> {
    await this.#take(() => computeAgreement(this.slug, true));
  }

  async #take(answer: () => Promise<Agreement>): Promise<void> {
    try {
      this.project ??= await getProject(this.slug);
      if (this.project.role !== "lead") return;
      this.agreement = await answer();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }

  /** Reads until what is returned is called, and only while the page is visible. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      if (document.visibilityState === "visible") await this.read();
      if (!over) timer = setTimeout(() => void look(), this.working ? WORKING_MS : LOOKING_MS);
    };
    const again = () => {
      clearTimeout(timer);
      void look();
    };
    void look();
    document.addEventListener("visibilitychange", again);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }
}
