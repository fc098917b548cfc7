/* The releases of a project that a task can be made from. */

import { getReleases } from "../../api/releases";
import type { Release } from "../../api/types";

export class FinishedReleases {
  rows = $state.raw<readonly Release[]>([]);
  loaded = $state(false);
  failure = $state.raw<unknown>(null);
  readonly options = $derived(this.rows.map(({ id, name }) => ({ value: String(id), text: name })));

  #asked = "";

  /** Reads all releases of a project that are finished and not withdrawn, the latest first. */
  async load(project: string): Promise<void> {
    this.#asked = project;
    this.rows = [];
    this.loaded = false;
    this.failure = null;
    try {
      const found: Release[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await getReleases(project, cursor ? { cursor } : {});
        found.push(...page.results);
        cursor = page.next;
      }
      // Another project may have been chosen since.
      if (this.#asked !== project) return;
      this.rows = found.filter(({ state }) => state === "ready");
      this.loaded = true;
    } catch (error) {
      if (this.#asked === project) this.failure = error;
    }
  }
}
