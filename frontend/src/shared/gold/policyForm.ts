/* A gold policy as form values and as words, as in the address, the API and the command. A word
   that is missing has the project's value. */

import type { ItemLabel } from "../../api/types";

export const NORMALIZATIONS = ["mushroom-2025", "merged", "raw"] as const;
export const DERIVED = ["not-factual", "fluent-and-not-factual"] as const;

/** Everything as text; "" is what the project has. */
export interface PolicyForm {
  policy: string;
  threshold: string;
  ties: string;
  min_annotations: string;
  derive: string;
  /** By the name of the item label, in words: `fluency=minor:y`. */
  collapse: Readonly<Record<string, string>>;
}

const PLAIN = ["policy", "threshold", "ties", "min_annotations", "derive"] as const;

export function policyFormOf(words: string): PolicyForm {
  const form = { policy: "", threshold: "", ties: "", min_annotations: "", derive: "" };
  const collapse: Record<string, string> = {};
  for (const word of words.split(/\s+/u)) {
    const at = word.indexOf("=");
    if (at < 0) continue;
    const value = word.slice(at + 1);
    const name = PLAIN.find((each) => each === word.slice(0, at));
    if (name) form[name] = value;
    else if (word.startsWith("collapse=")) collapse[value.split(/[=:]/u)[0] ?? ""] = value;
  }
  return { ...form, collapse };
}

export function wordsOf(form: PolicyForm): string {
  const plain = PLAIN.map((name) => [name, form[name].replace(/\s/gu, "")] as const);
  const collapse = Object.values(form.collapse).map((value) => ["collapse", value] as const);
  return [...plain, ...collapse]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** The address of a project's gold under a policy, as a file. */
export function goldAddress(slug: string, words: string, language: string): string {
  const query = new URLSearchParams(language && { language });
  for (const word of words.split(/\s+/u).filter(Boolean)) {
    const at = word.indexOf("=");
    query.append(word.slice(0, at), word.slice(at + 1));
  }
  const asked = query.toString();
  return `/api/v1/projects/${slug}/gold/${asked ? `?${asked}` : ""}`;
}

/** The possible collapses of an item label: those of SHROOM-CAP, and any that the address has. */
export function collapses(label: ItemLabel, chosen: string): string[] {
  const choices = label.choices.map(({ name }) => name).sort();
  const known = KNOWN.find(
    ({ name, of }) =>
      name === label.name && of.length === choices.length && of.every((each, at) => each === choices[at]),
  );
  const words = known?.words ?? [];
  return chosen && !words.includes(chosen) ? [...words, chosen] : [...words];
}

const KNOWN = [
  {
    name: "fluency",
    of: ["minor", "not-fluent", "well-formed"],
    words: ["fluency=minor:y", "fluency=minor:n"],
  },
  { name: "factuality", of: ["correct", "errors"], words: ["factuality"] },
];
