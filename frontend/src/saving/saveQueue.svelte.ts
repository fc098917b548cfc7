/*
 * The queue of this page's saves. An item that has left the screen stays in the queue until it is saved. Drafts of closed
 * pages are added by `recovery.svelte.ts`.
 */
import type { AnnotationState, Content } from "../api/types";
import type { StoreState, DraftKey } from "./draftStore";
import type { Draft, SaveState, SendResult } from "./saveProtocol";

/** The saving of one item on this page. */
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
  /** Is called when the page is hidden. */
  pause(): void;
  /** Loads what was saved on another device, unless there is unsent work. */
  refresh(): void;
  /** Stops without another request. The stored draft stays in the browser. */
  end(): void;
}

class SaveQueue {
  #active: readonly ActiveSave[] = $state.raw([]);
  /** The number of stored drafts in an unknown format. */
  unreadable = $state(0);

  get active(): readonly ActiveSave[] {
    return this.#active;
  }

  /** Returns a person's saves that failed or are blocked. */
  stuck(person: string): readonly ActiveSave[] {
    return this.#active.filter(({ draftKey, saveState: { kind } }) => {
      return draftKey.person === person && !["saved", "waiting", "sending"].includes(kind);
    });
  }

  unsent(): readonly ActiveSave[] {
    return this.#active.filter((each) => each.isUnsent());
  }

  /** Is called once, before the first save is added. */
  onFirst: () => void = () => {};

  /** Returns a function that removes it again. */
  add(one: ActiveSave): () => void {
    this.onFirst();
    this.onFirst = () => {};
    this.#active = [...this.#active, one];
    return () => {
      this.#active = this.#active.filter((each) => each !== one);
      this.#leaveLine(one);
    };
  }

  at(draftKey: DraftKey): ActiveSave | undefined {
    return this.#active.find((each) => sameDraft(each.draftKey, draftKey));
  }

  /** Ends an item's saving and returns its unsent work. The next saver repeats a pending request under its save_id. */
  release(draftKey: DraftKey): Draft<Content> | null {
    const found = this.at(draftKey);
    const kept = found?.unsent() ?? null;
    found?.end();
    return kept;
  }

  resume() {
    for (const each of this.#active) each.resume();
  }

  /** The saves that wait for the network, in the order in which they were made. Only the first one is tried. */
  #line: readonly ActiveSave[] = [];
  /** The current try of the first one. */
  #attempt: Promise<unknown> | null = null;

  /** Lets a save wait for those that wait already. */
  lineUp(one: ActiveSave) {
    if (!this.#line.includes(one)) this.#line = [...this.#line, one];
  }

  #leaveLine(one: ActiveSave) {
    const first = this.#line[0];
    this.#line = this.#line.filter((each) => each !== one);
    if (first === one) this.#line[0]?.resume();
  }

  /** Sends when no other save waits for the network, so that the server gets them in order. */
  async send(
    one: ActiveSave,
    attempt: () => Promise<SendResult<AnnotationState>>,
  ): Promise<SendResult<AnnotationState>> {
    while (this.#line.length > 0 && this.#line[0] !== one) {
      this.lineUp(one);
      if (!this.#attempt) return { kind: "unreachable", because: "network" };
      await this.#attempt;
    }
    const sending = attempt();
    const isFirst = this.#line[0] === one;
    if (isFirst) this.#attempt = sending;
    const result = await sending;
    if (isFirst) this.#attempt = null;
    // What the server refuses or cannot store must not hold up the others.
    if (result.kind === "unreachable" && result.because === "network") this.lineUp(one);
    else this.#leaveLine(one);
    return result;
  }
}

function sameDraft(one: DraftKey, other: DraftKey): boolean {
  return one.person === other.person && one.slug === other.slug && one.item === other.item;
}

export const saveQueue = new SaveQueue();
