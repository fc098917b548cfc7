/* Searching one page: where a query stands, and which of its hits is in hand. */

import { findAll, fold, type Folded, foldQuery } from "../../reference/folding";
import { firstEndingAfter } from "../../reference/page";
import type { PagePainter } from "../../reference/painter";
import type { PageView } from "../../reference/view";
import type { TextRange } from "../../text/offsets";

export class Finder {
  /** In reading order. */
  hits: readonly TextRange[] = $state.raw([]);
  /** The number of the hit in hand, -1 without any. */
  at = $state(-1);

  readonly #painter: PagePainter;
  /** A page is folded once, when it is first searched. */
  #folded: Folded | null = null;
  #sought = "";

  constructor(
    readonly view: PageView,
    painter: PagePainter,
  ) {
    this.#painter = painter;
  }

  get folded(): Folded {
    return (this.#folded ??= fold(this.view.page.index.text));
  }

  /** Takes the first hit at or after the one in hand, else after where one reads; the same query again changes nothing. */
  search(query: string): void {
    const sought = foldQuery(query);
    if (sought === this.#sought) return;
    this.#sought = sought;
    const from = this.hits[this.at]?.start ?? this.view.page.blocks[this.view.blockAtTop() ?? 0]?.start ?? 0;
    this.hits = findAll(this.folded, sought);
    this.#painter.paint("hit", this.hits);
    if (this.hits.length === 0) this.#take(-1);
    else this.#take(firstEndingAfter(this.hits, from) % this.hits.length);
  }

  /** The next hit (1) or the previous one (-1), around the end. */
  step(by: 1 | -1): void {
    const { length } = this.hits;
    if (length > 0) this.#take((this.at + by + length) % length);
  }

  #take(at: number): void {
    this.at = at;
    const hit = this.hits[at];
    this.#painter.paint("hit-now", hit ? [hit] : []);
    if (hit) this.view.reveal(hit);
  }
}
