/* Drafts of the questions of a fact sheet. */

import { ApiProblem } from "../../../api/problem";
import type { FactSheet } from "../../../api/types";

export type Question = FactSheet["questions"][number];
/** `id` keeps a draft apart from others while it moves. `choices`: one a line. */
export type Draft = Omit<Question, "choices"> & { id: number; choices: string };

export const KINDS = ["text", "yes_no", "choice"] as const satisfies readonly Question["kind"][];

export function draftsOf(questions: readonly Question[]): Draft[] {
  return questions.map((question, id) => ({ ...question, id, choices: question.choices.join("\n") }));
}

/** Returns the questions to send. Choices of other kinds are dropped. */
export function questionsOf(drafts: readonly Draft[]): Question[] {
  return drafts.map(({ key, text, kind, choices, required }) => ({
    key: key.trim(),
    text: text.trim(),
    kind,
    choices: kind === "choice" ? linesOf(choices) : [],
    required,
  }));
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Returns a new draft whose key is not taken yet. */
export function blankQuestion(drafts: readonly Draft[]): Draft {
  const keys = new Set(drafts.map(({ key }) => key));
  let n = drafts.length + 1;
  while (keys.has(`question_${n}`)) n += 1;
  const id = Math.max(-1, ...drafts.map((draft) => draft.id)) + 1;
  return { id, key: `question_${n}`, text: "", kind: "text", choices: "", required: false };
}

/** Returns a function from the place of a question to its first error, "" if it has none. `any`: whether one has. */
export function questionErrors(failure: unknown): ((at: number) => string) & { any: boolean } {
  const found = new Map<number, string>();
  for (const { pointer, detail } of failure instanceof ApiProblem ? failure.document.errors : []) {
    const at = /^\/questions\/(\d+)/.exec(pointer)?.[1];
    if (at !== undefined && !found.has(Number(at))) found.set(Number(at), detail);
  }
  return Object.assign((at: number) => found.get(at) ?? "", { any: found.size > 0 });
}
