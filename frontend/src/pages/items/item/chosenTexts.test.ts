import { expect, test } from "vitest";
import type { ItemLabel } from "../../../api/types";
import { chosenTexts } from "./chosenTexts";

const label = (name: string, text: string): ItemLabel => ({
  name,
  text,
  required: false,
  texts: {},
  choices: [{ name: "yes", text: "Yes", key: "", texts: {} }],
});
const labels = [label("true", "Is it true?"), label("fluent", "Is it fluent?")];

test("questions with a choice are in the order of the scheme, with the text of the choice", () => {
  expect(chosenTexts(labels, { fluent: "yes", true: "yes" })).toEqual([
    "Is it true?: Yes",
    "Is it fluent?: Yes",
  ]);
  expect(chosenTexts(labels, {})).toEqual([]);
});

test("a choice that the scheme does not have keeps its name", () => {
  expect(chosenTexts(labels, { true: "maybe" })).toEqual(["Is it true?: maybe"]);
});
