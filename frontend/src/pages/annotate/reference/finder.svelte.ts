/* The search in a page: its hits and the current one. */

import { findAll, fold, type Folded, foldQuery } from "../../../shared/reference/folding";
import { nearestPassage, sameQuantities, sentenceAround } from "../../../shared/reference/nearest";
import { firstEndingAfter } from "../../../shared/reference/page";
import type { PagePainter } from "../../../shared/reference/painter";
import type { PageView } from "../../../shared/reference/view";
import type { TextRange } from "../../../text/offsets";

/** What came of a search: hits word for word, the same date or number in another writing, a passage that is merely near, nothing. */
export type Outcome = "exact" | "alike" | "near" | "none";

export class Finder {
  /** In reading order. */
  hits: readonly TextRange[] = $state.raw([]);
  /** The index of the current hit, or -1. */
  at = $state(-1);
  outcome = $state<Outcome>("none");
  /** The passage that is merely near. */
  #near: TextRange | null = null;

  readonly #painter: PagePainter;
  /** A page is folded once, when it is first searched. */
  #folded: Folded | null = null;
  #sought = "";

  constructor(
    readonly view: PageView,
    painter: PagePainter,
    /** The languages of the page and of the query. */
    readonly languages: readonly string[],
  ) {
    this.#painter = painter;
  }

  get folded(): Folded {
    return (this.#folded ??= fold(this.view.page.index.text));
  }

  /** Selects the first hit at or after the selected one, otherwise after the reading position. The same query changes nothing. */
  search(query: string): void {
    const sought = foldQuery(query);
    if (sought === this.#sought) return;
    this.#sought = sought;
    const from = this.hits[this.at]?.start ?? this.view.page.blocks[this.view.blockAtTop() ?? 0]?.start ?? 0;
    const hits = findAll(this.folded, sought);
    this.#show(hits, hits.length > 0 ? "exact" : "none", from);
  }

  /** Searches for the passage that is most similar to the query. */
  approach(): void {
    if (this.#sought === "") return;
    const alike = sameQuantities(this.folded, this.#sought, this.languages);
    if (alike.length > 0) {
      this.#show(alike, "alike", 0);
      return;
    }
    this.#near = nearestPassage(this.folded, this.#sought);
    if (!this.#near) return;
    this.outcome = "near";
    this.#painter.paint("nearest", [this.#near]);
    this.view.reveal(this.#near);
  }

  /** The next hit (1) or the previous one (-1), around the end. */
  step(by: 1 | -1): void {
    const { length } = this.hits;
    if (length > 0) this.#take((this.at + by + length) % length);
    else if (this.#near) this.view.reveal(this.#near);
  }

  /** The sentence that the search has led to. */
  get sentence(): TextRange | null {
    const hit = this.hits[this.at];
    return hit ? sentenceAround(this.folded, hit) : this.#near;
  }

  #show(hits: readonly TextRange[], outcome: Outcome, from: number): void {
    this.hits = hits;
    this.outcome = outcome;
    this.#near = null;
    this.#painter.paint("nearest", []);
    this.#painter.paint("hit", hits);
    this.#take(hits.length > 0 ? firstEndingAfter(hits, from) % hits.length : -1);
  }

  #take(at: number): void {
    this.at = at;
    const hit = this.hits[at];
    this.#painter.paint("hit-now", hit ? [hit] : []);
    if (hit) this.view.reveal(hit);
  }
}
