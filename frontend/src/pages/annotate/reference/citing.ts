/* Selectors of a passage after the W3C Web Annotation model: position, and quote with its context. Each verifies the other. All offsets are code points of the snapshot's extract. */

import type { Evidence } from "../../../text/edits";
import type { TextIndex, TextRange } from "../../../text/offsets";

/** Kept before and after a passage. */
const CONTEXT = 32;

export function citation(
  span: string,
  snapshot: number,
  extract: TextIndex,
  { start, end }: TextRange,
): Evidence {
  return {
    span,
    kind: "passage",
    snapshot,
    start,
    end,
    exact: extract.slice(start, end),
    prefix: extract.slice(Math.max(0, start - CONTEXT), start),
    suffix: extract.slice(end, end + CONTEXT),
  };
}

/** Evidence that the page is silent; null without a page. */
export function silence(span: string, snapshot: number | null): Evidence {
  return { span, kind: "silent", snapshot, start: 0, end: 0, exact: "", prefix: "", suffix: "" };
}
