/* A comparison of two systems while it is shown. */

import { type ComparedSystems, getBoard, getComparedItem, getComparison } from "../../../api/boards";
import type { BoardRow, ComparedItemData, Comparison } from "../../../api/boardTypes";
import { ApiProblem } from "../../../api/problem";

export class ComparisonState {
  comparison = $state.raw<Comparison | null>(null);
  /** Rows of the board that both are from. */
  rows = $state.raw<readonly BoardRow[] | null>(null);
  item = $state.raw<ComparedItemData | null>(null);
  failure = $state.raw<unknown>(null);
  itemFailure = $state.raw<unknown>(null);
  #request = 0;
  #itemRequest = 0;

  constructor(readonly task: string) {}

  get gone(): boolean {
    return this.failure instanceof ApiProblem && this.failure.status === 404;
  }

  async read(systems: ComparedSystems): Promise<void> {
    const request = ++this.#request;
    try {
      const comparison = await getComparison(this.task, systems);
      if (request !== this.#request) return;
      this.comparison = comparison;
      this.failure = null;
      const { phase, track } = comparison;
      this.rows ??= (await getBoard({ task: this.task, phase, track })).rows;
    } catch (error) {
      if (request === this.#request) this.failure = error;
    }
  }

  async readItem(item: string, systems: ComparedSystems): Promise<void> {
    const request = ++this.#itemRequest;
    try {
      const found = await getComparedItem(this.task, item, systems);
      if (request !== this.#itemRequest) return;
      this.item = found;
      this.itemFailure = null;
    } catch (error) {
      if (request === this.#itemRequest) this.itemFailure = error;
    }
  }
}
