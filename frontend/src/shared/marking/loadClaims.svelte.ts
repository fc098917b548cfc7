/* Loads what judges claims. It stays, so that later items need no network. */
import { withTexts } from "../../i18n";
import type * as Claims from "./claims";

class ClaimTools {
  loaded: typeof Claims | null = $state.raw(null);
  failure: unknown = $state.raw(null);
  #asked = false;

  load() {
    if (this.#asked) return;
    this.#asked = true;
    this.failure = null;
    withTexts(import("./claims")).then(
      (claims) => (this.loaded = claims),
      (error: unknown) => {
        this.failure = error;
        this.#asked = false;
      },
    );
  }
}

export const claimTools = new ClaimTools();
