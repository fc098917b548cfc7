/*
 * Stores unsaved work in this browser, so that a closed tab or a crash loses nothing. There is one record per item, person and
 * page: work is never shown or sent under another login, and two tabs never overwrite each other. If the browser cannot
 * store, work continues and the page says so.
 */
import type { DraftStore, Draft } from "./saveProtocol";
import type { Key, KeyValueStore } from "./indexedDb";

/** The format of a stored draft. Raise it when the format changes, and let `readRecord` read the older one. */
export const FORM = 2;
/** After this time without an answer the page reports that the browser stores nothing. */
const PATIENCE_MS = 3_000;
/** The most writes at a time. Of further ones only the latest is written. */
const MOST_WRITES = 4;

export interface DraftKey {
  person: string;
  slug: string;
  item: number;
}

/** What a stored draft says about its item. */
export interface About {
  answer_sha256: string;
  question: string;
}

export interface StoredDraft<Content> extends Draft<Content>, About {
  form: typeof FORM;
  /** By this browser's clock; only shown. */
  since: string;
}

/** Whether the browser stores drafts. `full`: out of space. `nothing`: storage is forbidden, broken or does not answer. */
export type StoreState = "yes" | "full" | "nothing";

export const keyOf = ({ person, slug, item }: DraftKey, page: string): Key => [person, slug, `${item}`, page];

export class BrowserDraftStore<Content> implements DraftStore<Content> {
  readonly #store: KeyValueStore;
  readonly #key: Key;
  readonly #about: About;
  readonly #onWritten: (keeps: StoreState) => void;
  #since: string | null;
  #writes = 0;
  #waiting: { record: StoredDraft<Content> | null } | null = null;

  constructor(
    store: KeyValueStore,
    key: Key,
    about: About & { since?: string },
    onWritten: (keeps: StoreState) => void = () => undefined,
  ) {
    this.#store = store;
    this.#key = key;
    this.#about = { answer_sha256: about.answer_sha256, question: about.question };
    this.#since = about.since ?? null;
    this.#onWritten = onWritten;
  }

  /** The time of the oldest change that the server may not have stored. */
  get since(): string | null {
    return this.#since;
  }

  keep(kept: Draft<Content>) {
    this.#since ??= new Date().toISOString();
    this.#write({ ...this.#about, ...kept, form: FORM, since: this.#since });
  }

  clear() {
    this.#since = null;
    this.#write(null);
  }

  #write(record: StoredDraft<Content> | null) {
    if (this.#writes >= MOST_WRITES) {
      this.#waiting = { record };
      return;
    }
    this.#writes += 1;
    const written = record ? this.#store.put(this.#key, record) : this.#store.remove(this.#key);
    const late = setTimeout(() => this.#onWritten("nothing"), PATIENCE_MS);
    void written
      .then(
        (): StoreState => "yes",
        (error: unknown): StoreState => (isFull(error) ? "full" : "nothing"),
      )
      .then((keeps) => {
        clearTimeout(late);
        this.#writes -= 1;
        this.#onWritten(keeps);
        const next = this.#waiting;
        this.#waiting = null;
        if (next) this.#write(next.record);
      });
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
