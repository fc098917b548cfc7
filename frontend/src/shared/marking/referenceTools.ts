/* What the annotation form can ask of the reference panel: open, search and cite a page. The panel loads after the item; a request
   that comes before it is carried out when it is there. */

/** The requests and their arguments. */
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
  /** The selection in the page, as evidence for the selected mark. */
  attach: [];
}

type Actions = { [Name in keyof Requests]?: (...values: Requests[Name]) => void };

export class ReferenceTools {
  /** Of the parts that have loaded, the latest first. */
  #served: readonly Actions[] = [];
  #wish: (() => boolean) | null = null;
  /** Is called when a request must wait. */
  onwaiting: () => void = () => {};

  /** Offers actions. Returns a function that removes them. */
  serve(actions: Actions): () => void {
    this.#served = [actions, ...this.#served];
    if (this.#wish?.()) this.#wish = null;
    return () => (this.#served = this.#served.filter((each) => each !== actions));
  }

  ask<Name extends keyof Requests>(name: Name, ...values: Requests[Name]): void {
    const wish = () => {
      const action = this.#served.find((actions) => actions[name])?.[name];
      action?.(...values);
      return action !== undefined;
    };
    this.#wish = wish() ? null : wish;
    if (this.#wish) this.onwaiting();
  }
}
