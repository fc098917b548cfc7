/*
 * Everything on this page that the server does not hold, whether or not its item is on the screen: an item that has left the
 * screen is still sent. What pages have left behind that are gone is taken up by `takeup.svelte.ts`, and stands here as well.
 */
import type { AnnotationState, Content } from "../api/types";
import type { Keeps, Place } from "./keep";
import type { Kept, SaveState } from "./save";
import { browserShelf } from "./shelf";

/** Longer nobody waits for what the browser may have kept. It is taken up later all the same. */
const PATIENCE_MS = 1_000;

/** An item's work, as long as it lives on this page. */
export interface Living {
  readonly place: Place;
  readonly question: string;
  readonly since: string | null;
  readonly changes: number;
  readonly saveState: SaveState<AnnotationState>;
  readonly keeps: Keeps;
  readonly onScreen: boolean;
  isUnsent(): boolean;
  unsent(): Kept<Content> | null;
  flush(): Promise<boolean>;
  resume(): void;
  follow(annotation: AnnotationState): void;
  /** Nobody looks at the page any more. */
  pause(): void;
  /** Shows what was saved on another device, where there is nothing of one's own. */
  refresh(): void;
  /** Without another word to the server. What is kept stays kept. */
  end(): void;
}

class Outbox {
  #living: readonly Living[] = $state.raw([]);
  /** Records of pages that are gone, in a form that this page does not know. */
  unreadable = $state(0);

  get living(): readonly Living[] {
    return this.#living;
  }

  /** What of a person's waits although it should have been sent. */
  stuck(person: string): readonly Living[] {
    return this.#living.filter(({ place, saveState: { kind } }) => {
      return place.person === person && !["saved", "waiting", "sending"].includes(kind);
    });
  }

  unsent(): readonly Living[] {
    return this.#living.filter((each) => each.isUnsent());
  }

  /** Returns what takes it out again. */
  add(one: Living): () => void {
    this.#living = [...this.#living, one];
    return () => (this.#living = this.#living.filter((each) => each !== one));
  }

  at(place: Place): Living | undefined {
    return this.#living.find((each) => samePlace(each.place, place));
  }

  /** Whoever opens an item again goes on where it was left. A request under way is repeated under its name. */
  release(place: Place): Kept<Content> | null {
    const found = this.at(place);
    const kept = found?.unsent() ?? null;
    found?.end();
    return kept;
  }

  /** What a page that is gone has kept of an item. */
  async findKept(place: Place, answer_sha256: string): Promise<Kept<Content> | null> {
    let late = false;
    let clock = 0;
    const lateness = new Promise<null>((resolve) => {
      clock = window.setTimeout(() => {
        late = true;
        resolve(null);
      }, PATIENCE_MS);
    });
    // Once it moves under this page's name it is waited for: whoever began without it would write over it.
    const mayMove = () => {
      if (!late) clearTimeout(clock);
      return !late;
    };
    return Promise.race([find(place, answer_sha256, mayMove).catch(() => null), lateness]);
  }

  /** Before anything else is asked for: what an earlier page has queued would be given out once more. */
  async sendLeftBehind(person: string): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([sendLeftBehind(person).catch(() => undefined), late]);
  }

  resume() {
    for (const each of this.#living) each.resume();
  }
}

async function find(
  place: Place,
  answer_sha256: string,
  mayMove: () => boolean,
): Promise<Kept<Content> | null> {
  const found = await browserShelf.all([place.person, place.slug, `${place.item}`]);
  if (found.length === 0) return null;
  const { adopt } = await import("./takeup.svelte");
  return adopt(place, found, answer_sha256, mayMove);
}

async function sendLeftBehind(person: string): Promise<void> {
  const found = await browserShelf.all([person]);
  if (found.length === 0) return;
  const { takeUp } = await import("./takeup.svelte");
  await takeUp(person);
  await Promise.all(outbox.living.map((each) => each.flush()));
}

function samePlace(one: Place, other: Place): boolean {
  return one.person === other.person && one.slug === other.slug && one.item === other.item;
}

export const outbox = new Outbox();
