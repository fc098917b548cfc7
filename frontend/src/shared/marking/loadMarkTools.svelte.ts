/*
 * The tools for marks are loaded when a hand comes near the answer, or when there are marks to show: an item is read before
 * it is marked. Where they did not come, the next movement asks again; marks are made and painted without them.
 */
import { withTexts } from "../../i18n";
import type * as MarkTools from "./tools";

class Reach {
  tools: typeof MarkTools | null = $state.raw(null);
  #asked = false;

  for() {
    if (this.#asked) return;
    this.#asked = true;
    withTexts(import("./tools")).then(
      (tools) => (this.tools = tools),
      () => (this.#asked = false),
    );
  }
}

export const reach = new Reach();
