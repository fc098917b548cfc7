/*
 * What the server does not hold yet is kept in this browser, so that a closed tab or a crash loses nothing. One record an
 * item, person and page: nobody's work is ever seen, let alone sent, under another login, and two tabs never write over one
 * another. Where the browser has no room or keeps nothing, work goes on as if this were not here, and the page says so.
 */
import type { Keeper, Kept } from "./saveProtocol";
import type { Key, Shelf } from "./indexedDb";

/** Stored with a record; whoever changes what a record looks like raises it, and teaches `readRecord` the older one. */
export const FORM = 2;
/** A browser that does not answer must not keep anybody from working, nor let them believe that their work is kept. */
const PATIENCE_MS = 3_000;
/** At most so many writes under way; of those that have to wait only the latest is of use. */
const MOST_WRITES = 4;

export interface Place {
  person: string;
  slug: string;
  item: number;
}

/** What a record says besides the work itself, for whoever finds it later. */
export interface About {
  answer_sha256: string;
  question: string;
}

export interface Stored<Content> extends Kept<Content>, About {
  form: typeof FORM;
  /** By this browser's clock, to be shown only. */
  since: string;
}

/** `full`: there is no room. `nothing`: it is forbidden, broken, or does not answer. */
export type Keeps = "yes" | "full" | "nothing";

export const keyOf = ({ person, slug, item }: Place, page: string): Key => [person, slug, `${item}`, page];

export class BrowserKeeper<Content> implements Keeper<Content> {
  readonly #shelf: Shelf;
  readonly #key: Key;
  readonly #about: About;
  readonly #onWritten: (keeps: Keeps) => void;
  #since: string | null;
  #writes = 0;
  #waiting: { record: Stored<Content> | null } | null = null;

  constructor(
    shelf: Shelf,
    key: Key,
    about: About & { since?: string },
    onWritten: (keeps: Keeps) => void = () => undefined,
  ) {
    this.#shelf = shelf;
    this.#key = key;
    this.#about = { answer_sha256: about.answer_sha256, question: about.question };
    this.#since = about.since ?? null;
    this.#onWritten = onWritten;
  }

  /** Since when there is something that the server may not hold. */
  get since(): string | null {
    return this.#since;
  }

  keep(kept: Kept<Content>) {
    this.#since ??= new Date().toISOString();
    this.#write({ ...this.#about, ...kept, form: FORM, since: this.#since });
  }

  clear() {
    this.#since = null;
    this.#write(null);
  }

  #write(record: Stored<Content> | null) {
    if (this.#writes >= MOST_WRITES) {
      this.#waiting = { record };
      return;
    }
    this.#writes += 1;
    const written = record ? this.#shelf.put(this.#key, record) : this.#shelf.remove(this.#key);
    const late = setTimeout(() => this.#onWritten("nothing"), PATIENCE_MS);
    void written
      .then(
        (): Keeps => "yes",
        (error: unknown): Keeps => (isFull(error) ? "full" : "nothing"),
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
