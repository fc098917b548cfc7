/* A bulk change while it is carried out and afterwards, when it can be undone. */

import type { Exclusion } from "../../../api/types";
import { JobFollower } from "../../../shared/jobFollower.svelte";

const PAUSE_MS = 1000;

interface Followed {
  id: number;
  state: Exclusion["state"];
  done: number;
  total: number;
  message: string;
}

export abstract class FollowedChange<Change extends Followed> {
  /** The latest change, also after it was undone. */
  made = $state.raw<Change | null>(null);
  failure = $state.raw<unknown>(null);
  busy = $state(false);

  #stop: () => void = () => undefined;

  /** `ondone` is called when the items have changed. */
  constructor(
    readonly slug: string,
    readonly ondone: () => Promise<void>,
  ) {}

  protected abstract read(change: number): Promise<Change>;
  abstract undo(): Promise<boolean>;
  abstract resume(): Promise<boolean>;
  abstract get undoable(): boolean;
  /** What the change did, in words. */
  abstract get message(): string;

  get running(): boolean {
    return this.made?.state === "waiting" || this.made?.state === "running";
  }

  forget(): void {
    if (this.running) return;
    this.made = null;
    this.failure = null;
  }

  end(): void {
    this.#stop();
  }

  /** Returns whether it was accepted. */
  protected async attempt(send: (change: number) => Promise<Change>): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    try {
      const change = await send(this.made?.id ?? 0);
      this.made = change;
      if (this.running) this.#follow(change.id);
      else await this.ondone();
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  #follow(change: number): void {
    this.#stop();
    const job = new JobFollower(
      () => this.read(change),
      () => PAUSE_MS,
      (answer) => {
        this.made = answer;
        if (this.running) return;
        this.#stop();
        void this.ondone();
      },
    );
    this.#stop = job.follow();
  }
}
