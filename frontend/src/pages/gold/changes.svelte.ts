/* Changes between two gold policies. The server stores none of them and compares a limited number of items for each request, so
   requests are repeated: for counts until all items are compared, for items until some are found. The results on the screen stay until
   the first answer to a new query. */

import { getChangeCounts, getChanged } from "../../api/goldComparison";
import { isAbort } from "../../api/problem";
import type { ChangeCount, ChangeCounts, ChangedItem, ComparedQuery } from "../../api/types";

export const KINDS = ["soft", "hard", "labels", "left", "right"] as const;
export type Kind = (typeof KINDS)[number];

export interface Counted {
  rows: readonly ChangeCount[];
  /** The policies in words. */
  left: string;
  right: string;
  lookedAt: number;
  total: number;
  ended: boolean;
}

/** The counts so far, and those of the items behind them. */
export function added(before: Counted | null, answer: ChangeCounts): Counted {
  const rows = answer.results.map((row) => {
    const other = before?.rows.find(({ language }) => language === row.language);
    if (!other) return row;
    const sum = { ...row };
    for (const name of ["items", "changed", ...KINDS] as const) sum[name] += other[name];
    return sum;
  });
  return {
    rows,
    left: answer.left,
    right: answer.right,
    lookedAt: (before?.lookedAt ?? 0) + answer.looked_at,
    total: answer.total ?? before?.total ?? 0,
    ended: answer.next === null,
  };
}

export class Changes {
  counted = $state.raw<Counted | null>(null);
  rows = $state.raw<readonly ChangedItem[] | null>(null);
  next = $state.raw<string | null>(null);
  looking = $state(false);
  failure = $state.raw<unknown>(null);

  #counting: AbortController | null = null;
  #request: AbortController | null = null;

  constructor(readonly slug: string) {}

  /** Aborts the request. */
  end(): void {
    this.#counting?.abort();
    this.#request?.abort();
  }

  async count(left: string, right: string): Promise<void> {
    this.#counting?.abort();
    const { signal } = (this.#counting = new AbortController());
    await this.#attempt(async () => {
      let counted: Counted | null = null;
      let cursor: string | null = null;
      do {
        const asked = { left, right, ...(cursor !== null && { cursor }) };
        const answer: ChangeCounts = await getChangeCounts(this.slug, asked, { signal });
        this.counted = counted = added(counted, answer);
        cursor = answer.next;
      } while (cursor !== null);
    });
  }

  find(query: ComparedQuery): Promise<void> {
    return this.#find(query, null);
  }

  more(query: ComparedQuery): Promise<void> {
    return this.#find(query, this.next);
  }

  async #find(query: ComparedQuery, cursor: string | null): Promise<void> {
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    const { signal } = request;
    this.looking = true;
    await this.#attempt(async () => {
      const before = cursor === null ? [] : (this.rows ?? []);
      let next = cursor;
      let found: readonly ChangedItem[];
      do {
        const asked = { ...query, ...(next !== null && { cursor: next }) };
        const page = await getChanged(this.slug, asked, { signal });
        found = page.results;
        next = page.next;
      } while (next !== null && found.length === 0);
      this.rows = [...before, ...found];
      this.next = next;
    });
    if (request === this.#request) this.looking = false;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null;
    try {
      await work();
    } catch (error) {
      if (!isAbort(error)) this.failure = error;
    }
  }
}
