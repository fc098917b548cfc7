/* What lies beside the sheet, as the sheet knows it: something that can be searched. The panel's tools come a moment after the item;
   what was asked for before is done then. */

import { callTools } from "./loading";

export interface DeskActions {
  /** Puts the caret into the search field. */
  find(): void;
  /** The next hit (1) or the previous one (-1). */
  step(by: 1 | -1): void;
  /** Looks for a text of the answer in the page that is open. */
  lookUp(text: string): void;
}

type Wish = (actions: DeskActions) => void;

export class Desk {
  #actions: DeskActions | null = null;
  #wish: Wish | null = null;

  /** Returns what takes them away again. */
  serve(actions: DeskActions): () => void {
    this.#actions = actions;
    this.#wish?.(actions);
    this.#wish = null;
    return () => {
      if (this.#actions === actions) this.#actions = null;
    };
  }

  find() {
    this.#ask((actions) => actions.find());
  }

  step(by: 1 | -1) {
    this.#ask((actions) => actions.step(by));
  }

  lookUp(text: string) {
    this.#ask((actions) => actions.lookUp(text));
  }

  #ask(wish: Wish) {
    if (this.#actions) wish(this.#actions);
    else this.#wish = wish;
    callTools();
  }
}
