/*
 * What the server does not hold yet is kept in this browser, so that a closed tab or a crash loses nothing. One record an
 * item and person: nobody's work is ever seen, let alone sent, under another login. Where the browser has no room or keeps
 * nothing, work goes on as if this were not here, and the page says so.
 */
import { newUuid } from "./ids";
import type { Keeper, Kept } from "./save";
import type { Shelf } from "./shelf";

/** Stored with a record; whoever changes what a record looks like raises it, and older records are left alone. */
const FORM = 1;
/** A browser that does not answer must not keep anybody from opening an item. */
const PATIENCE_MS = 1_000;

export interface Place {
  person: string;
  slug: string;
  item: number;
  answer_sha256: string;
}

type Stored<Content> = Kept<Content> & { form: typeof FORM; tab: string; answer_sha256: string };

export class BrowserKeeper<Content> implements Keeper<Content> {
  readonly #shelf: Shelf;
  readonly #place: Place;
  readonly #onWritten: (works: boolean) => void;
  /** Another tab with the same item keeps its own work under the same name: only one's own is taken away. */
  readonly #tab = newUuid();
  #next: { kept: Kept<Content> | null } | null = null;
  #busy = false;

  constructor(shelf: Shelf, place: Place, onWritten: (works: boolean) => void) {
    this.#shelf = shelf;
    this.#place = place;
    this.#onWritten = onWritten;
  }

  /** Null also where the browser does not answer in time, or what it has is of another form or for another answer. */
  async load(): Promise<Kept<Content> | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    const found = await Promise.race([this.#shelf.get(this.#key).catch(() => null), late]);
    return isStored<Content>(found) && found.answer_sha256 === this.#place.answer_sha256 ? found : null;
  }

  keep(kept: Kept<Content>) {
    this.#next = { kept };
    void this.#work();
  }

  clear() {
    this.#next = { kept: null };
    void this.#work();
  }

  /** One write at a time, and of those that wait only the latest. */
  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#next; next; next = this.#next) {
      this.#next = null;
      const works = await this.#write(next.kept).then(
        () => true,
        () => false,
      );
      this.#onWritten(works);
    }
    this.#busy = false;
  }

  get #key(): string[] {
    return [this.#place.person, this.#place.slug, `${this.#place.item}`];
  }

  #write(kept: Kept<Content> | null): Promise<void> {
    const { answer_sha256 } = this.#place;
    const stored: Stored<Content> | null = kept && { ...kept, form: FORM, tab: this.#tab, answer_sha256 };
    return this.#shelf.change(this.#key, (found) => {
      if (stored) return stored;
      return isStored(found) && found.tab === this.#tab ? undefined : found;
    });
  }
}

function isStored<Content>(found: unknown): found is Stored<Content> {
  return typeof found === "object" && found !== null && "form" in found && found.form === FORM;
}
