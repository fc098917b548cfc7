/* An exclusion of the annotations of the selected items. */

import { exclude, getExclusion, resumeExclusion, undoExclusion } from "../../../api/curation";
import type { Exclusion, NewExclusion } from "../../../api/types";
import { t } from "../../../i18n/bulk-actions";
import { t as curation } from "../../../i18n/curation";
import { FollowedChange } from "./followedChange.svelte";

export class ExclusionState extends FollowedChange<Exclusion> {
  get undoable(): boolean {
    return this.made?.state === "done" && this.made.out > 0;
  }

  get message(): string {
    if (!this.made) return "";
    const { annotations, out, undone_at } = this.made;
    return undone_at === null
      ? curation("acts.count", { out, annotations })
      : t("exclude.undone", { n: annotations - out });
  }

  protected read(exclusion: number): Promise<Exclusion> {
    return getExclusion(this.slug, exclusion);
  }

  /** Returns whether it was accepted. */
  carryOut(wanted: NewExclusion): Promise<boolean> {
    return this.attempt(() => exclude(this.slug, wanted));
  }

  undo(): Promise<boolean> {
    return this.attempt((exclusion) => undoExclusion(this.slug, exclusion));
  }

  resume(): Promise<boolean> {
    return this.attempt((exclusion) => resumeExclusion(this.slug, exclusion));
  }
}
