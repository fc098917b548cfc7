/* A bulk change of the items themselves: split, tags, archive. */

import {
  changeItems,
  getItemChange,
  resumeItemChange,
  undoItemChange,
  type WantedChange,
} from "../../../api/itemChanges";
import type { BulkChange } from "../../../api/types";
import { t } from "../../../i18n/bulk-actions";
import { FollowedChange } from "./followedChange.svelte";

export class ChangeState extends FollowedChange<BulkChange> {
  get undoable(): boolean {
    return this.made?.state === "done" && this.made.undone_at === null && this.made.items > 0;
  }

  get message(): string {
    return this.made ? changeMessage(this.made) : "";
  }

  protected read(change: number): Promise<BulkChange> {
    return getItemChange(this.slug, change);
  }

  /** Returns whether it was accepted. */
  carryOut(wanted: WantedChange, expected: number): Promise<boolean> {
    return this.attempt(() => changeItems(this.slug, wanted, expected));
  }

  undo(): Promise<boolean> {
    return this.attempt((change) => undoItemChange(this.slug, change));
  }

  resume(): Promise<boolean> {
    return this.attempt((change) => resumeItemChange(this.slug, change));
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
