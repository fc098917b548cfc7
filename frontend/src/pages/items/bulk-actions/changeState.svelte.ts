/* A bulk change of items while it is carried out and afterwards, when it can be undone. */

import {
  changeItems,
  getItemChange,
  resumeItemChange,
  undoItemChange,
  type WantedChange,
} from "../../../api/itemChanges";
import type { BulkChange } from "../../../api/types";
import { t } from "../../../i18n/bulk-actions";
import { JobFollower } from "../../../shared/jobFollower.svelte";

const PAUSE_MS = 1000;

export class ChangeState {
  /** The latest change, also after it was undone. */
  made = $state.raw<BulkChange | null>(null);
  failure = $state.raw<unknown>(null);
  busy = $state(false);

  #stop: () => void = () => undefined;

  /** `ondone` is called when the items have changed. */
  constructor(
    readonly slug: string,
    readonly ondone: () => Promise<void>,
  ) {}

  get running(): boolean {
    return this.made?.state === "waiting" || this.made?.state === "running";
  }

  get undoable(): boolean {
    return this.made?.state === "done" && this.made.undone_at === null && this.made.items > 0;
  }

  /** Returns whether it was accepted. */
  carryOut(wanted: WantedChange, expected: number): Promise<boolean> {
    return this.#attempt(() => changeItems(this.slug, wanted, expected));
  }

  undo(): Promise<boolean> {
    return this.#attempt((change) => undoItemChange(this.slug, change));
  }

  resume(): Promise<boolean> {
    return this.#attempt((change) => resumeItemChange(this.slug, change));
  }

  forget(): void {
    if (this.running) return;
    this.made = null;
    this.failure = null;
  }

  end(): void {
    this.#stop();
  }

  async #attempt(send: (change: number) => Promise<BulkChange>): Promise<boolean> {
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
      () => getItemChange(this.slug, change),
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

/** Returns what a change did, in words. */
export function changeMessage(change: BulkChange): string {
  const { kind, value, items: n, restored, kept } = change;
  if (change.undone_at !== null) {
    return [t("undone", { n: restored }), ...(kept > 0 ? [t("undone.kept", { n: kept })] : [])].join(" ");
  }
  if (kind === "split") return value ? t("done.split", { n, value }) : t("done.split.none", { n });
  return kind === "tag" || kind === "untag" ? t(`done.${kind}`, { n, value }) : t(`done.${kind}`, { n });
}
