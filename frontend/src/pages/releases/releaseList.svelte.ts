/* The releases of a project, polled while one of them is being built. */

import { getReleases } from "../../api/releases";
import { getProject } from "../../api/endpoints";
import type { Project, Release } from "../../api/types";

const INTERVAL_MS = 1000;

export class ReleaseList {
  project = $state.raw<Project | null>(null);
  releases = $state.raw<readonly Release[] | null>(null);
  next = $state.raw<string | null>(null);
  failure = $state.raw<unknown>(null);

  readonly #slug: string;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(slug: string) {
    this.#slug = slug;
  }

  /** Starts polling. Returns a function that stops it. */
  start(): () => void {
    void this.#begin();
    return () => {
      this.#controller.abort();
      clearTimeout(this.#timer);
    };
  }

  /** Reloads the first page; further pages are requested on demand. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const { signal } = this.#controller;
    try {
      const { results, next } = await getReleases(this.#slug, {}, { signal });
      if (signal.aborted) return;
      this.releases = results;
      this.next = next;
      this.failure = null;
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
    if (this.releases?.some(isUnderWay) && !signal.aborted) {
      this.#timer = setTimeout(() => void this.look(), INTERVAL_MS);
    }
  }

  async more(): Promise<void> {
    if (this.next === null) return;
    try {
      const { results, next } = await getReleases(this.#slug, { cursor: this.next });
      this.releases = [...(this.releases ?? []), ...results];
      this.next = next;
    } catch (error) {
      this.failure = error;
    }
  }

  /** Replaces a changed release. */
  put(release: Release): void {
    this.releases = this.releases?.map((each) => (each.id === release.id ? release : each)) ?? null;
  }

  async #begin() {
    try {
      this.project = await getProject(this.#slug);
    } catch (error) {
      this.failure = error;
      return;
    }
    if (this.project.role === "lead") await this.look();
  }
}

export function isUnderWay({ state, reissue_due }: Release): boolean {
  return state === "building" || reissue_due;
}

export function isKept({ state }: Release): boolean {
  return state === "ready" || state === "withdrawn";
}
