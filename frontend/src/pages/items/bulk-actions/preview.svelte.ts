/* The effect of a bulk action before it is done. */

import type { CallOptions } from "../../../api/client";

export class Preview<Effect> {
  /** Null until the effect of what is chosen now is known. */
  effect = $state.raw<Effect | null>(null);
  failure = $state.raw<unknown>(null);

  /**
   * Asks for the effect, after a pause. Returns how to stop it, as an effect of Svelte does when what is chosen changes:
   * a response that comes too late is dropped.
   */
  ask(read: (options: CallOptions) => Promise<Effect>, pauseMs = 0): () => void {
    this.clear();
    const request = new AbortController();
    const { signal } = request;
    const soon = setTimeout(() => void this.#read(read, signal), pauseMs);
    return () => {
      clearTimeout(soon);
      request.abort();
    };
  }

  clear(): void {
    this.effect = null;
  }

  async #read(read: (options: CallOptions) => Promise<Effect>, signal: AbortSignal): Promise<void> {
    try {
      const effect = await read({ signal });
      if (!signal.aborted) [this.effect, this.failure] = [effect, null];
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
  }
}
