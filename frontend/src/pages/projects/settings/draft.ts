/* A draft of a text and the version that it was written on, stored in this browser for its author. */

import { session } from "../../../shared/session.svelte";

export class Draft {
  readonly #key: string;

  constructor(slug: string, language: string) {
    this.#key = `morel guidelines ${session.user?.username ?? ""} ${slug} ${language}`;
  }

  read(): string | null {
    return attempt(() => localStorage.getItem(this.#key)) ?? null;
  }

  /** The version that the draft was written on; null if it is unknown. */
  readVersion(): number | null {
    const stored = attempt(() => localStorage.getItem(this.#versionKey));
    return stored ? Number(stored) : null;
  }

  keep(text: string, version: number): void {
    attempt(() => {
      localStorage.setItem(this.#key, text);
      localStorage.setItem(this.#versionKey, String(version));
    });
  }

  forget(): void {
    attempt(() => {
      localStorage.removeItem(this.#key);
      localStorage.removeItem(this.#versionKey);
    });
  }

  get #versionKey(): string {
    return `${this.#key} version`;
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
