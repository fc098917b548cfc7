/* The form of a new release. It outlives its dialog, so that nothing typed is lost when the dialog is closed. */

import type { NewRelease, Project, ReleasePreview } from "../../api/types";
import { type AnnotationField, annotationFields, type By, sharesText, splits, words } from "./releaseForm";

export class ReleaseDraft {
  name = $state("");
  policy = $state("");
  /** Languages that are left out. */
  left = $state.raw<readonly string[]>([]);
  by = $state<By>("none");
  plan = $state("");
  rename = $state("");
  group = $state("");
  stratify = $state("");
  unannotated = $state("");
  /** Name of the selection whose items are released; "": all items. */
  selection = $state("");
  withhold = $state("");
  leaveOut = $state("");
  embargo = $state("");
  opens = $state("");
  license = $state("");
  notes = $state("");
  evidence = $state(false);
  comments = $state(false);
  fields = $state.raw<readonly AnnotationField[]>([]);
  ids = $state(false);
  parquet = $state(false);
  images = $state(false);

  /** The default splits are in the fields already, or the lead has emptied them. */
  #prefilled = false;

  constructor(readonly project: Project) {}

  /** Fills the empty fields of splits with those that the preview proposes, once. */
  prefill({ default_splits }: ReleasePreview): void {
    if (this.#prefilled) return;
    this.#prefilled = true;
    if (!default_splits || this.by !== "none" || this.plan) return;
    this.by = "share";
    this.plan = sharesText(default_splits.shares);
    this.stratify = default_splits.stratify.join(" ");
  }

  /** Fields of annotations, those of marks only where there are any. */
  get offered(): readonly AnnotationField[] {
    return annotationFields.filter((each) => this.project.scheme.uses_spans || each !== "nothing_to_mark");
  }

  /** Returns whether the language can be in the release: it has an item to release, or items without annotations have a split. */
  possible({ items }: ReleasePreview["languages"][number]): boolean {
    return items > 0 || (this.by !== "none" && this.unannotated.trim() !== "");
  }

  /** Returns the languages of the preview that the release will have. */
  languages(preview: ReleasePreview): ReleasePreview["languages"] {
    return preview.languages.filter((each) => this.possible(each) && !this.left.includes(each.language));
  }

  /** Returns the request. Throws Twice. */
  request(preview: ReleasePreview): NewRelease {
    const chosen = this.languages(preview);
    return {
      name: this.name.trim(),
      policy: this.policy,
      languages: chosen.length < preview.languages.length ? chosen.map(({ language }) => language) : [],
      splits: splits(this.by, this.plan, this.rename, this.group, this.stratify, this.unannotated),
      evidence: this.evidence,
      comments: this.comments,
      annotation_fields: this.fields.filter((each) => this.offered.includes(each)),
      imported_ids: this.ids,
      parquet: this.parquet,
      images: this.images && preview.images > 0,
      license: this.license.trim(),
      notes: this.notes,
      selection: preview.selections.includes(this.selection) ? this.selection : "",
      withhold: words(this.withhold),
      leave_out: words(this.leaveOut),
      embargo: words(this.embargo),
      opens_on: this.opens || null,
    };
  }
}
