/* Loads a part of the workspace when it is needed. It stays, so that later items need no network. */
import { withTexts } from "../../i18n";

export class LazyTools<Part> {
  loaded: Part | null = $state.raw(null);
  failure: unknown = $state.raw(null);
  #asked = false;

  constructor(private readonly request: () => Promise<Part>) {}

  load() {
    if (this.#asked) return;
    this.#asked = true;
    this.failure = null;
    withTexts(this.request()).then(
      (part) => (this.loaded = part),
      (error: unknown) => {
        this.failure = error;
        this.#asked = false;
      },
    );
  }
}
