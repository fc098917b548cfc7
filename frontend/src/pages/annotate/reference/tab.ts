/* A tab of the reference panel: its text, or its loading state. */

import type { Reference } from "../../../api/types";
import { problemText } from "../../../shared/reference/problems";
import type { Link } from "../../../text/edits";
import { nameOf } from "./names";

export interface Tab {
  key: string;
  /** The page the item refers to, one consulted, one of these in another language, one that only evidence has led to. */
  kind: "own" | "link" | "language" | "cited";
  title: string;
  language: string;
  url: string;
  /** "loading": it is stored, and on its way to this browser. */
  state: Reference["state"] | "loading";
  problem: string;
  /** Where it is stored and here. */
  reference: Reference | null;
}

/** What a tab is made of. */
type Shown = Pick<
  Reference,
  "id" | "title" | "language" | "url" | "state" | "problem_code" | "problem" | "extract"
>;

export const nothing: Shown = {
  id: null,
  title: "",
  language: "",
  url: "",
  state: "none",
  problem_code: "",
  problem: "",
  extract: "",
};

export function ofReference(key: string, kind: Tab["kind"], shown: Shown | Reference): Tab {
  const { title, language, url } = shown;
  const problem = problemText(shown.problem_code, shown.problem);
  const whole = "doi" in shown && shown.id !== null && shown.extract.trim() !== "" ? shown : null;
  const state = shown.state === "stored" && !whole ? "none" : shown.state;
  return { key, kind, title, language, url, state, problem, reference: whole };
}

/** As the annotation names it, before its text is here. */
export function namedBy(link: Link): Shown {
  const { url, language } = link;
  return {
    ...nothing,
    url,
    language,
    title: nameOf(link),
    // It has not been saved yet.
    state: link.state ?? "waiting",
    problem_code: link.problem_code ?? "",
    problem: link.problem ?? "",
  };
}
