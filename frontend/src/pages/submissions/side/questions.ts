/* Answers of a fact sheet: texts, and true or false. */

import type { FactQuestion } from "../../../api/types";

export type Answer = string | boolean;
export type Answers = Readonly<Record<string, Answer>>;

export function isAnswered(answer: Answer | undefined): boolean {
  return typeof answer === "boolean" || Boolean(answer?.trim());
}

/** The number of questions that have an answer. */
export function answered(questions: readonly FactQuestion[], answers: Answers): number {
  return questions.filter(({ key }) => isAnswered(answers[key])).length;
}

/** The answers to questions that exist, trimmed, without empty ones. */
export function given(questions: readonly FactQuestion[], answers: Answers): Record<string, Answer> {
  const pairs = questions.flatMap(({ key }) => {
    const answer = answers[key];
    if (answer === undefined || !isAnswered(answer)) return [];
    return [[key, typeof answer === "string" ? answer.trim() : answer] as const];
  });
  return Object.fromEntries(pairs);
}

/** What can be an answer of the values that were stored for questions. */
export function asAnswers(stored: unknown): Record<string, Answer> {
  if (typeof stored !== "object" || stored === null) return {};
  const pairs = Object.entries(stored).flatMap(([key, answer]: [string, unknown]) =>
    typeof answer === "string" || typeof answer === "boolean" ? [[key, answer] as const] : [],
  );
  return Object.fromEntries(pairs);
}

/** The value of a select for true, false or no answer. */
export function choiceOf(answer: Answer | undefined): "yes" | "no" | "" {
  return typeof answer === "boolean" ? (answer ? "yes" : "no") : "";
}

export function answerOf(choice: string): Answer {
  return choice === "" ? "" : choice === "yes";
}
