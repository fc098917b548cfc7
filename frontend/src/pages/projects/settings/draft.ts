/* A draft of a text, stored in this browser for its author. */

import { session } from "../../../shared/session.svelte";

export class Draft {
  readonly #key: string;

  constructor(slug: string, language: string) {
    this.#key = `morel guidelines ${session.user?.username ?? ""} ${slug} ${language}`;
  }

  read(): string | null {
    return attempt(() => localStorage.getItem(this.#key)) ?? null;
  }

  keep(text: string): void {
    attempt(() => localStorage.setItem(this.#key, text));
  }

  forget(): void {
    attempt(() => localStorage.removeItem(this.#key));
  }
}

/** A browser may forbid storage. Then the text lives as long as the page. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
