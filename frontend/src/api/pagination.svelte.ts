/* A paginated list of the API. The rows stay until the response to the latest request has arrived. */

import type { CallOptions } from "./client";
import { isAbort } from "./problem";
import type { Listing } from "./types";

export class Pages<Row> {
  rows: readonly Row[] | null = $state.raw(null);
  /** The cursor of what follows. */
  next: string | null = $state.raw(null);
  failure: unknown = $state.raw(null);
  loading = $state(false);

  #request: AbortController | null = null;

  constructor(readonly read: (page: { cursor?: string }, options: CallOptions) => Promise<Listing<Row>>) {}

  /** Loads the first page again. */
  load(): Promise<void> {
    return this.#read(null);
  }

  more(): Promise<void> {
    return this.#read(this.next);
  }

  async #read(cursor: string | null): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.loading = true;
    this.failure = null;
    try {
      const page = await this.read(cursor === null ? {} : { cursor }, { signal: request.signal });
      this.rows = cursor === null ? page.results : [...(this.rows ?? []), ...page.results];
      this.next = page.next;
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = error;
    }
    this.loading = false;
  }
}
