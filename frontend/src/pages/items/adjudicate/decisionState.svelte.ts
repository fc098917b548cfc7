/* A curator's decision while it is edited. It is edited like an annotation and sent only on submit. */

import { Editing } from "../../../shared/marking/editing.svelte";
import { NEVER_SAVED, NOTHING_SAID } from "../../../saving/contentVersions";
import type { Decided, ItemView, Scheme, Span } from "../../../api/types";
import type { Marking } from "../../../text/edits";

/** A starting point and its unique name; `annotator`: whose annotation it is. */
export type Beginning = Pick<Decided, "source"> & {
  name: string;
  annotator: string;
  spans: readonly Span[];
  labels: Readonly<Record<string, string>>;
};

export class DecisionState extends Editing {
  readonly #first: Beginning;
  /** The starting point of each state, so that undo restores it. */
  readonly #begun = new WeakMap<Marking, Beginning>();
  readonly beginning = $derived.by(() => this.#begun.get(this.marking) ?? this.#first);

  constructor(item: ItemView, scheme: Scheme, first: Beginning) {
    const { spans, labels } = first;
    super(
      {
        ...item,
        answer_sha256: "",
        scheme_version: scheme.version,
        assigned: "reserved",
        unread: 0,
        annotation: {
          ...NEVER_SAVED,
          content: { ...NOTHING_SAID, spans: [...spans], labels: { ...labels } },
        },
      },
      { ...scheme, evidence: "off" },
    );
    this.#first = first;
  }

  override apply(next: Marking, group = "") {
    this.#begun.set(next, this.beginning);
    super.apply(next, group);
  }

  /** Replaces everything by another starting point, in one undoable step. */
  begin(from: Beginning) {
    const next = this.#with(from);
    this.#begun.set(next, from);
    super.apply(next);
    this.select(null);
  }

  /** Restores a stored draft. One undo returns to its starting point. */
  takeUp(kept: Pick<Beginning, "spans" | "labels">) {
    this.apply(this.#with(kept));
  }

  #with({ spans, labels }: Pick<Beginning, "spans" | "labels">): Marking {
    return { ...this.marking, spans: [...spans], labels: { ...labels } };
  }

  protected override changed() {
    // Nothing is sent before the curator decides.
  }

  /** Checks the required labels. Marks and evidence are never missing: no marks is a valid decision. */
  isWhole(): boolean {
    const { labels } = this.lacks();
    this.missing = { marks: false, evidence: [], labels };
    return labels.length === 0;
  }
}
