/* The answers as they are typed. */

import type { AnswerQuestionnaire, QuestionName, QuestionnaireAnswers } from "../../api/types";
import { languageName } from "../../shared/format/format";
import { type ChoiceQuestion, isChoice, type Level, UNDISCLOSED } from "./choices";
import { tagOf } from "./languageNames";

type Answers = AnswerQuestionnaire["answers"];
type LanguageRow = { name: string; level: Level };

/** `choices`: empty for no answer. */
export interface AnswerDraft {
  languages: LanguageRow[];
  hidesLanguages: boolean;
  choices: Record<ChoiceQuestion, string>;
  note: string;
}

export function draftOf(given: QuestionnaireAnswers | undefined): AnswerDraft {
  const choice = (question: ChoiceQuestion) =>
    given?.undisclosed.includes(question) ? UNDISCLOSED : (given?.[question] ?? "");
  return {
    languages: given?.languages.map(({ language, level }) => ({ name: languageName(language), level })) ?? [],
    hidesLanguages: given?.undisclosed.includes("languages") ?? false,
    choices: {
      education: choice("education"),
      field: choice("field"),
      experience: choice("experience"),
      age: choice("age"),
    },
    note: given?.note ?? "",
  };
}

/** Returns the answers to the questions that are asked. `ofProject`: languages of the project. */
export function answersOf(
  draft: AnswerDraft,
  asked: readonly QuestionName[],
  ofProject: readonly string[],
): Answers {
  const chosen = asked.filter(isChoice);
  const hidden: Answers["undisclosed"] = chosen.filter((question) => draft.choices[question] === UNDISCLOSED);
  if (asked.includes("languages") && draft.hidesLanguages) hidden.push("languages");
  const choices = Object.fromEntries(
    chosen.map((question) => [
      question,
      draft.choices[question] === UNDISCLOSED ? "" : draft.choices[question],
    ]),
  );
  const rows = asked.includes("languages") && !draft.hidesLanguages ? draft.languages : [];
  return {
    education: "",
    field: "",
    experience: "",
    age: "",
    ...choices,
    languages: rows
      .filter(({ name }) => name.trim())
      .map(({ name, level }) => ({ language: tagOf(name, ofProject), level })),
    note: asked.includes("note") ? draft.note : "",
    undisclosed: hidden,
  };
}
