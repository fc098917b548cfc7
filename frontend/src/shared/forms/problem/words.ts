/* The text of a problem document: its kind in the current language where it is known, the rest as the server wrote it, in English,
   without repetition. */

import type { ProblemDocument } from "../../../api/types";

export interface Saying {
  text: string;
  /** Not in the language of the page. */
  english: boolean;
}

/** `urn:morel:problem:stale_revision` → `stale_revision` */
export function kindOf({ type }: ProblemDocument): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The path of a field, with places in lists counted from 1: `/spans/0/start` → `spans › 1 › start` */
export function fieldOf(pointer: string): string {
  const names = pointer.split("/").slice(1);
  return names
    .map((name) =>
      /^\d+$/.test(name) ? String(Number(name) + 1) : name.replaceAll("~1", "/").replaceAll("~0", "~"),
    )
    .join(" › ");
}

/** Returns the lines of a message, the most general first. `own` is the page's text, `kind` the text of the kind. */
export function linesOf(
  { title, detail, errors }: ProblemDocument,
  own: string | undefined,
  kind: string | undefined,
): Saying[] {
  const saying = (text: string, english: boolean): Saying => ({ text, english });
  const lines = [
    ...(own ? [saying(own, false)] : []),
    kind ? saying(kind, false) : saying(title, true),
    // Where places are listed, the detail is the first of them once more.
    ...(errors.some((error) => detail.endsWith(error.detail)) ? [] : [saying(detail, true)]),
  ];
  return lines.filter(({ text }, at) => text && !lines.slice(0, at).some((line) => same(line.text, text)));
}

function same(a: string, b: string): boolean {
  return bare(a) === bare(b);
}

function bare(text: string): string {
  return text.trim().replace(/\.$/, "").toLowerCase();
}
