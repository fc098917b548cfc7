/* The answers to choose from, and how an answer reads. */

import type { QuestionName, QuestionnaireAnswers, SpokenLanguage } from "../../api/types";
import { t } from "../../i18n/questionnaire";
import { languageName } from "../../shared/format/format";

export type ChoiceQuestion = "education" | "field" | "experience" | "age";
export type Level = SpokenLanguage["level"];
export type Option = { value: string; text: string };

type Answer<Q extends ChoiceQuestion> = Exclude<QuestionnaireAnswers[Q], "">;

export const QUESTIONS = [
  "languages",
  "education",
  "field",
  "experience",
  "age",
  "note",
] as const satisfies readonly QuestionName[];
export const UNDISCLOSED = "undisclosed";
export const MAX_NOTE = 500;

const LEVELS = ["native", "proficient", "independent", "basic"] as const satisfies readonly Level[];
const EDUCATION = [
  "secondary",
  "vocational",
  "bachelor",
  "master",
  "doctorate",
  "other",
] as const satisfies readonly Answer<"education">[];
const FIELDS = [
  "languages",
  "computing",
  "science",
  "health",
  "social",
  "humanities",
  "law",
  "other",
] as const satisfies readonly Answer<"field">[];
const EXPERIENCE = [
  "none",
  "some",
  "regular",
  "professional",
] as const satisfies readonly Answer<"experience">[];
const AGES = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"] as const satisfies readonly Answer<"age">[];

export function isChoice(question: QuestionName): question is ChoiceQuestion {
  return question !== "languages" && question !== "note";
}

/** Returns the answers to a question with one choice, without the empty one. */
export function choicesOf(question: ChoiceQuestion): Option[] {
  switch (question) {
    case "education":
      return EDUCATION.map((value) => ({ value, text: t(`education.${value}`) }));
    case "field":
      return FIELDS.map((value) => ({ value, text: t(`field.${value}`) }));
    case "experience":
      return EXPERIENCE.map((value) => ({ value, text: t(`experience.${value}`) }));
    case "age":
      return AGES.map((value) => ({ value, text: t(`age.${value}`) }));
  }
}

export function levelOptions(): { value: Level; text: string }[] {
  return LEVELS.map((value) => ({ value, text: t(`level.${value}`) }));
}

/** Returns an answer as a reader sees it. `level`: of a language. */
export function answerText(question: QuestionName, answer: string, level: Level | ""): string {
  if (answer === UNDISCLOSED) return t("answer.undisclosed");
  if (question === "languages" && level) {
    return t("answer.language", { language: languageName(answer), level: t(`level.${level}`) });
  }
  const options = isChoice(question) ? choicesOf(question) : [];
  return options.find(({ value }) => value === answer)?.text ?? answer;
}
