/* The paginated rows of a list of items. The rows stay until the response to the latest request has arrived. A response may be empty
   without being the last: the server examines a limited number of items per request. */

import { getItems } from "../../api/items";
import { isAbort } from "../../api/problem";
import type { ItemQuery, ItemRow } from "../../api/types";

export class Listing {
  rows = $state.raw<readonly ItemRow[] | null>(null);
  /** The query that the rows answer. */
  query = $state.raw<ItemQuery>({});
  next = $state.raw<string | null>(null);
  failure = $state.raw<unknown>(null);
  loading = $state(false);

  #request: AbortController | null = null;

  constructor(readonly slug: string) {}

  /** The first rows of another query. */
  load(query: ItemQuery): Promise<void> {
    return this.#read(query, null);
  }

  /** The rows after those that are there. */
  more(): Promise<void> {
    return this.#read(this.query, this.next);
  }

  /** The same rows as they are by now, as many as are there. */
  async refresh(): Promise<void> {
    const shown = this.rows?.length ?? 0;
    await this.#read(this.query, null, shown);
  }

  /** Aborts the pending request. */
  end(): void {
    this.#request?.abort();
  }

  async #read(query: ItemQuery, cursor: string | null, atLeast = 0): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.loading = true;
    this.failure = null;
    try {
      const rows = cursor === null ? [] : [...(this.rows ?? [])];
      let next = cursor;
      let found: number;
      do {
        const page = await getItems(
          this.slug,
          { ...query, ...(next !== null && { cursor: next }) },
          { signal: request.signal },
        );
        found = page.results.length;
        rows.push(...page.results);
        next = page.next;
        // Nothing found so far: the next request continues after the searched part.
        if (cursor !== null && found === 0 && next !== null) this.next = next;
      } while (next !== null && (found === 0 || rows.length < atLeast));
      this.rows = rows;
      this.next = next;
      this.query = query;
    } catch (error) {
      if (isAbort(error)) return;
      this.failure = error;
    }
    this.loading = false;
  }
}
