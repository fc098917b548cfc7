/* Converts the fields of the form of a new release to the request. */

import type { NewRelease } from "../../api/types";

export type By = "none" | "field" | "share" | "list";

export type AnnotationField = NonNullable<NewRelease["annotation_fields"]>[number];

/** What annotators said beside marks and item labels, in the order of the form. */
export const annotationFields: readonly AnnotationField[] = [
  "nothing_to_mark",
  "unsure",
  "links",
  "active_seconds",
];

/** The name of a split that was typed twice. */
export class Twice extends Error {
  constructor(readonly split: string) {
    super(split);
  }
}

/** `dev=20 test=80` → {dev: 20, test: 80}. The server refuses invalid numbers. Throws Twice. */
export function shares(text: string): Record<string, number> {
  return once(words(text).map((each) => pair(each, (part) => Number(part || "0"))));
}

/** {dev: 20, test: 80} → `dev=20 test=80`: what `shares` reads. */
export function sharesText(found: Readonly<Record<string, number>>): string {
  return Object.entries(found)
    .map(([name, part]) => `${name}=${part}`)
    .join(" ");
}

/**
 * Reads splits: a name with a colon, then its ids, one per line, verbatim. Ids above the first name belong to a
 * split without a name, which the server refuses. Throws Twice.
 */
export function lists(text: string): Record<string, string[]> {
  const named: [string, string[]][] = [];
  for (const line of text.split("\n").filter((each) => each.trim())) {
    const name = /^\s*([a-z0-9][a-z0-9_]*):\s*$/.exec(line)?.[1];
    if (name !== undefined) named.push([name, []]);
    else if (named.length === 0) named.push(["", [line]]);
    else named.at(-1)?.[1].push(line);
  }
  return once(named);
}

export function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

export function splits(
  by: By,
  text: string,
  rename: string,
  group = "",
  stratify = "",
  unannotated = "",
): NonNullable<NewRelease["splits"]> {
  const plan = {
    none: {},
    field: { by, field: text.trim() },
    share: {
      by,
      shares: shares(text),
      ...(group.trim() && { group: group.trim() }),
      ...(stratify.trim() && { stratify: words(stratify) }),
    },
    list: { by, lists: lists(text) },
  }[by];
  return {
    ...plan,
    ...(unannotated.trim() && { unannotated: unannotated.trim() }),
    ...(rename.trim() && { rename: rename.trim() }),
  };
}

function pair<T>(text: string, read: (part: string) => T): [string, T] {
  const [name = "", part = ""] = text.split(/[=:]/);
  return [name, read(part)];
}

function once<T>(named: readonly [string, T][]): Record<string, T> {
  const found = new Map<string, T>();
  for (const [name, value] of named) {
    if (found.has(name)) throw new Twice(name);
    found.set(name, value);
  }
  return Object.fromEntries(found);
}
