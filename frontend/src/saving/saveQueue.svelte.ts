/*
 * Everything on this page that the server does not hold, whether or not its item is on the screen: an item that has left the
 * screen is still sent. What pages have left behind that are gone is taken up by `recovery.svelte.ts`, and stands here as well.
 */
import type { AnnotationState, Content } from "../api/types";
import type { StoreState, DraftKey } from "./draftStore";
import type { Draft, SaveState } from "./saveProtocol";

/** An item's work, as long as it lives on this page. */
export interface ActiveSave {
  readonly draftKey: DraftKey;
  readonly question: string;
  readonly since: string | null;
  readonly changes: number;
  readonly saveState: SaveState<AnnotationState>;
  readonly keeps: StoreState;
  readonly onScreen: boolean;
  isUnsent(): boolean;
  unsent(): Draft<Content> | null;
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

class SaveQueue {
  #active: readonly ActiveSave[] = $state.raw([]);
  /** Records of pages that are gone, in a form that this page does not know. */
  unreadable = $state(0);

  get active(): readonly ActiveSave[] {
    return this.#active;
  }

  /** What of a person's waits although it should have been sent. */
  stuck(person: string): readonly ActiveSave[] {
    return this.#active.filter(({ draftKey, saveState: { kind } }) => {
      return draftKey.person === person && !["saved", "waiting", "sending"].includes(kind);
    });
  }

  unsent(): readonly ActiveSave[] {
    return this.#active.filter((each) => each.isUnsent());
  }

  /** Is called when the first work is added. */
  onFirst: () => void = () => {};

  /** Returns a function that removes it again. */
  add(one: ActiveSave): () => void {
    this.onFirst();
    this.onFirst = () => {};
    this.#active = [...this.#active, one];
    return () => (this.#active = this.#active.filter((each) => each !== one));
  }

  at(draftKey: DraftKey): ActiveSave | undefined {
    return this.#active.find((each) => sameDraft(each.draftKey, draftKey));
  }

  /** Whoever opens an item again goes on where it was left. A request under way is repeated under its name. */
  release(draftKey: DraftKey): Draft<Content> | null {
    const found = this.at(draftKey);
    const kept = found?.unsent() ?? null;
    found?.end();
    return kept;
  }

  resume() {
    for (const each of this.#active) each.resume();
  }
}

function sameDraft(one: DraftKey, other: DraftKey): boolean {
  return one.person === other.person && one.slug === other.slug && one.item === other.item;
}

export const saveQueue = new SaveQueue();
