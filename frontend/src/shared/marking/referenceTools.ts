/* What lies beside the sheet, as the sheet knows it: pages that can be opened, searched and cited. The panel and its tools come a moment
   after the item; what was asked for before is done then. */

/** What can be asked for, and what has to be said with it. */
interface Requests {
  /** The field in which the page that is open is searched. */
  find: [];
  /** The next hit (1) or the previous one (-1). */
  step: [by: 1 | -1];
  /** A text of the answer, in the page that is open. */
  lookUp: [text: string];
  /** The page with this address. */
  open: [url: string];
  /** The evidence for a mark, or where it is to be given. */
  prove: [span: string];
  /** What is chosen in the page, as evidence for the selected mark. */
  attach: [];
}

type Actions = { [Name in keyof Requests]?: (...said: Requests[Name]) => void };

export class ReferenceTools {
  /** Of whatever is there by now, the latest first. */
  #served: readonly Actions[] = [];
  #wish: (() => boolean) | null = null;
  /** Is called when something is asked for that cannot be done yet. */
  onwaiting: () => void = () => {};

  /** Returns what takes them away again. */
  serve(actions: Actions): () => void {
    this.#served = [actions, ...this.#served];
    if (this.#wish?.()) this.#wish = null;
    return () => (this.#served = this.#served.filter((each) => each !== actions));
  }

  ask<Name extends keyof Requests>(name: Name, ...said: Requests[Name]): void {
    const wish = () => {
      const action = this.#served.find((actions) => actions[name])?.[name];
      action?.(...said);
      return action !== undefined;
    };
    this.#wish = wish() ? null : wish;
    if (this.#wish) this.onwaiting();
  }
}
