/* What is typed into the form of a new release, as the server takes it. */

import type { NewRelease } from "../api/types";

export type By = "none" | "field" | "share" | "list";

/** `dev=20 test=80` → {dev: 20, test: 80}. What is no number is left to the server to refuse. */
export function shares(text: string): Record<string, number> {
  return Object.fromEntries(words(text).map((each) => pair(each, (part) => Number(part || "0"))));
}

/** A line a split, `dev: q-1 q-2`: the ids of each, by blanks or commas. */
export function lists(text: string): Record<string, string[]> {
  const named = text.split("\n").filter((line) => line.trim());
  return Object.fromEntries(
    named.map((line) => {
      const [name = "", ...ids] = line.split(":");
      return [name.trim(), words(ids.join(":"))];
    }),
  );
}

export function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

export function splits(by: By, text: string, rename: string): NonNullable<NewRelease["splits"]> {
  const plan = {
    none: {},
    field: { by, field: text.trim() },
    share: { by, shares: shares(text) },
    list: { by, lists: lists(text) },
  }[by];
  return rename.trim() ? { ...plan, rename: rename.trim() } : plan;
}

function pair<T>(text: string, read: (part: string) => T): [string, T] {
  const [name = "", part = ""] = text.split(/[=:]/);
  return [name, read(part)];
}
