/* A decision in the hands of a curator: edited as an annotation is, and sent only when it is made. */

import { Editing } from "../../annotate/editing.svelte";
import { NEVER_SAVED, NOTHING_SAID } from "../../annotate/versions";
import type { Decided, ItemView, Scheme, Span } from "../../api/types";

/** What it starts from; `annotator`: whose annotation. */
export type Beginning = Pick<Decided, "source"> & {
  annotator: string;
  spans: readonly Span[];
  labels: Readonly<Record<string, string>>;
};

export class Ruling extends Editing {
  constructor(
    item: ItemView,
    scheme: Scheme,
    readonly beginning: Beginning,
  ) {
    const { spans, labels } = beginning;
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
  }

  protected override changed() {
    // Nothing is sent before the curator decides.
  }

  /** Required labels may be missing; marks may not: none is an answer as well. */
  isWhole(): boolean {
    const { labels } = this.lacks();
    this.missing = { marks: false, evidence: [], labels };
    return labels.length === 0;
  }
}
