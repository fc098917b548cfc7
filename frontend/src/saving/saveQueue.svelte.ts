/*
 * Everything on this page that the server does not hold, whether or not its item is on the screen: an item that has left the
 * screen is still sent. What pages have left behind that are gone is taken up by `recovery.svelte.ts`, and stands here as well.
 */
import type { AnnotationState, Content } from "../api/types";
import type { Keeps, Place } from "./draftStore";
import type { Kept, SaveState } from "./saveProtocol";

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

  /** Is called when the first work is added. */
  onFirst: () => void = () => {};

  /** Returns a function that removes it again. */
  add(one: Living): () => void {
    this.onFirst();
    this.onFirst = () => {};
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

  resume() {
    for (const each of this.#living) each.resume();
  }
}

function samePlace(one: Place, other: Place): boolean {
  return one.person === other.person && one.slug === other.slug && one.item === other.item;
}

export const outbox = new Outbox();
