import { expect, test } from "vitest";
import type { FactQuestion } from "../../../api/types";
import { answered, answerOf, asAnswers, choiceOf, given } from "./questions";

const questions: FactQuestion[] = ["identifier", "data", "retrieval"].map((key) => ({
  key,
  text: key,
  kind: key === "retrieval" ? "yes_no" : "text",
  choices: [],
  required: false,
}));

test("white space is no answer, false is one", () => {
  expect(answered(questions, { identifier: "ds-large-1", data: "  ", retrieval: false })).toBe(2);
});

test("answers are sent trimmed, and only those to questions that are asked", () => {
  const answers = { identifier: " ds-large-1 ", data: "", retrieval: true, models: "of another version" };
  expect(given(questions, answers)).toEqual({ identifier: "ds-large-1", retrieval: true });
});

test("stored values that are no answers are left out", () => {
  expect(asAnswers({ identifier: "ds", retrieval: true, data: 5 })).toEqual({
    identifier: "ds",
    retrieval: true,
  });
  expect(asAnswers(null)).toEqual({});
});

test("yes, no and no answer are three choices", () => {
  expect([true, false, "", undefined].map(choiceOf)).toEqual(["yes", "no", "", ""]);
  expect(["yes", "no", ""].map(answerOf)).toEqual([true, false, ""]);
});
