/* The state of a project's references, polled while they are being fetched and when the page becomes visible. */

import { getReferencesState, startFetch, stopFetch } from "../../api/fetching";
import type { ReferencesState } from "../../api/types";
import { isUnderWay } from "../jobFollower.svelte";

const INTERVAL_MS = 1_000;

export class References {
  state: ReferencesState | null = $state.raw(null);
  /** It could not be read. While a run is under way it is asked again all the same. */
  unread: unknown = $state.raw(null);
  /** Why the last request failed. */
  failure: unknown = $state.raw(null);
  busy = $state(false);

  readonly running = $derived(isUnderWay(this.state?.run ?? null));

  constructor(readonly slug: string) {}

  async read(): Promise<void> {
    try {
      this.state = await getReferencesState(this.slug);
      this.unread = null;
    } catch (error) {
      this.unread = error;
    }
  }

  fetch(refresh: boolean): Promise<void> {
    return this.#do(() => startFetch(this.slug, refresh));
  }

  stop(): Promise<void> {
    return this.#do(() => stopFetch(this.slug));
  }

  async #do(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.failure = null;
    try {
      await what();
    } catch (error) {
      this.failure = error;
    }
    await this.read();
    this.busy = false;
  }

  /** Returns a function that stops it. */
  follow(): () => void {
    const look = () => {
      if (!document.hidden) void this.read();
    };
    look();
    const timer = setInterval(() => this.running && look(), INTERVAL_MS);
    addEventListener("focus", look);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", look);
    };
  }
}
