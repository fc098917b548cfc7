/* The selected rows: single rows, ranges, or all rows of the filter, including those not shown. */

import { SvelteSet } from "svelte/reactivity";
import type { Which } from "../../../api/assignment";
import type { ItemQuery } from "../../../api/types";
import { filterOf } from "../../../shared/items/itemQuery";

export class Choice {
  readonly keys = new SvelteSet<number>();
  all = $state(false);

  /** The row that was selected last: the start of a range. */
  #anchor: number | null = null;

  get size(): number {
    return this.keys.size;
  }

  get any(): boolean {
    return this.all || this.keys.size > 0;
  }

  has(key: number): boolean {
    return this.all || this.keys.has(key);
  }

  /** Toggles a row, or with `stretch` all rows from the last one to it. `rows`: the displayed keys, in order. */
  toggle(key: number, rows: readonly number[], stretch: boolean): void {
    const wanted = !this.has(key);
    if (this.all) for (const each of rows) this.keys.add(each);
    const from = stretch && this.#anchor !== null ? rows.indexOf(this.#anchor) : -1;
    const to = rows.indexOf(key);
    const touched = from < 0 ? [key] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const each of touched) {
      if (wanted) this.keys.add(each);
      else this.keys.delete(each);
    }
    this.#anchor = key;
    this.all = false;
  }

  chooseAll(): void {
    this.keys.clear();
    this.all = true;
  }

  clear(): void {
    this.keys.clear();
    this.all = false;
    this.#anchor = null;
  }

  which(query: ItemQuery): Which {
    return this.all ? { filter: filterOf(query) } : { items: [...this.keys] };
  }
}
