/*
 * Loads the tools for marks when the pointer or the focus comes near the answer, or when there are marks to show: an item is
 * read before it is marked. After a failure the next movement tries again. Marks are made and painted without the tools.
 */
import { withTexts } from "../../i18n";
import type * as Tools from "./tools";

class MarkTools {
  loaded: typeof Tools | null = $state.raw(null);
  #asked = false;

  load() {
    if (this.#asked) return;
    this.#asked = true;
    withTexts(import("./tools")).then(
      (tools) => (this.loaded = tools),
      () => (this.#asked = false),
    );
  }
}

export const markTools = new MarkTools();
