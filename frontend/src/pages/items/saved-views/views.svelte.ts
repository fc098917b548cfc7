/* The saved views of a project, and the one that was deleted last, to restore it. */

import { changeView, deleteView, getViews, saveView } from "../../../api/views";
import type { ChangeView, ItemQuery, SavedView } from "../../../api/types";
import { byName } from "../../../shared/format/sorting";
import { filterOf, queryOf, queryString } from "../../../shared/items/itemQuery";

/** Returns the filter and the columns of a view. */
export const viewQuery = ({ filter, columns }: SavedView): ItemQuery => queryOf(filter, columns);

export class Views {
  all = $state.raw<readonly SavedView[]>([]);
  deleted = $state.raw<SavedView | null>(null);
  /** Why the views could not be loaded, or one not deleted or restored. */
  failure = $state.raw<unknown>(null);
  /** Why a name could not be saved, shown at its field. */
  refusal = $state.raw<unknown>(null);
  busy = $state(false);

  constructor(readonly slug: string) {}

  /** The view with this query; the user's own views come first. */
  current(query: ItemQuery): SavedView | undefined {
    const address = queryString(query);
    const same = this.all.filter((view) => queryString(viewQuery(view)) === address);
    return same.find(({ mine }) => mine) ?? same[0];
  }

  read(): Promise<boolean> {
    return this.#attempt("failure", async () => this.#show(await getViews(this.slug)));
  }

  save(name: string, shared: boolean, query: ItemQuery): Promise<boolean> {
    return this.#attempt("refusal", () => this.#keep(name, shared, query));
  }

  change(view: SavedView, change: ChangeView): Promise<boolean> {
    return this.#attempt("refusal", async () => {
      const changed = await changeView(this.slug, view.id, change);
      this.#show(this.all.map((each) => (each.id === view.id ? changed : each)));
    });
  }

  delete(view: SavedView): Promise<boolean> {
    return this.#attempt("failure", async () => {
      await deleteView(this.slug, view.id);
      this.#show(this.all.filter((each) => each.id !== view.id));
      this.deleted = view;
    });
  }

  async undo(): Promise<void> {
    const view = this.deleted;
    if (!view) return;
    await this.#attempt("failure", () => this.#keep(view.name, view.shared, viewQuery(view)));
  }

  async #keep(name: string, shared: boolean, query: ItemQuery): Promise<void> {
    const view = { name, shared, filter: filterOf(query), columns: query.column ?? [] };
    this.#show([...this.all, await saveView(this.slug, view)]);
    this.deleted = null;
  }

  #show(views: readonly SavedView[]): void {
    this.all = views.toSorted((a, b) => byName(a.name, b.name));
  }

  /** Returns false on a failure and stores the failure for display. */
  async #attempt(kept: "failure" | "refusal", action: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this[kept] = null;
    try {
      await action();
    } catch (error) {
      this[kept] = error;
    }
    this.busy = false;
    return this[kept] === null;
  }
}
