import { expect, test } from "vitest";
import type { Scheme } from "../../../../api/types";
import { Form, keyed, move, newRow } from "./form.svelte";

const scheme: Scheme = {
  version: 4,
  uses_spans: true,
  unit: "characters",
  evidence: "off",
  consistency_rules: [
    { condition: "any mark", choice: "fluency:good" },
    { condition: "other", choice: "fluency:bad" },
  ],
  span_labels: [
    { name: "made-up", text: "Made up", color: 2, key: "", texts: {} },
    { name: "other", text: "Other", color: 6, key: "1", texts: {} },
  ],
  item_labels: [
    {
      name: "fluency",
      text: "Fluency",
      texts: {},
      required: true,
      choices: [
        { name: "good", text: "Good", key: "", texts: {} },
        { name: "bad", text: "Bad", key: "9", texts: {} },
      ],
    },
  ],
};

test("unedited fields are sent unchanged", () => {
  const { version, span_labels, item_labels, consistency_rules } = scheme;
  expect(new Form(scheme).written(version)).toEqual({
    version,
    span_labels,
    item_labels,
    consistency_rules,
  });
});

test("a new label is named after its text until it is named, and gets a free colour", () => {
  const form = new Form(scheme);
  form.spans.push({ ...newRow(form.spans), text: "Déjà vu!" });
  expect(form.written(4).span_labels[2]).toEqual({
    name: "deja-vu",
    text: "Déjà vu!",
    color: 1,
    key: "",
    texts: {},
  });
  form.spans.push({ ...newRow(form.spans), text: "Déjà vu!", name: "seen", given: true });
  expect(form.written(4).span_labels[3]).toEqual({
    name: "seen",
    text: "Déjà vu!",
    color: 3,
    key: "",
    texts: {},
  });
});

test("span labels are sent only with spans, and restored with them", () => {
  const form = new Form(scheme);
  form.usesSpans = false;
  expect(form.written(4).span_labels).toEqual([]);
  form.usesSpans = true;
  expect(form.written(4).span_labels).toHaveLength(2);
});

test("rows move by one step, within the list", () => {
  const list = ["a", "b", "c"];
  expect(move(list, 0, -1)).toBe(false);
  expect(move(list, 2, 1)).toBe(false);
  expect(move(list, 0, 1)).toBe(true);
  expect(list).toEqual(["b", "a", "c"]);
});

test("custom keys are kept, other labels get free digits, span labels first", () => {
  const shown = keyed(scheme);
  expect(shown.span_labels.map(({ key }) => key)).toEqual(["2", "1"]);
  expect(shown.item_labels[0]?.choices.map(({ key }) => key)).toEqual(["3", "9"]);
});

test("a single span label needs no key, and choices start at 1", () => {
  const shown = keyed({ ...scheme, span_labels: [{ name: "a", text: "A", texts: {}, key: "", color: 1 }] });
  expect(shown.span_labels[0]?.key).toBe("");
  expect(shown.item_labels[0]?.choices.map(({ key }) => key)).toEqual(["1", "9"]);
});

test("rules follow renamed labels, and leave with removed ones", () => {
  const form = new Form(scheme);
  const [question] = form.questions;
  if (question) question.name = "style";
  expect(form.written(4).consistency_rules).toEqual([
    { condition: "any mark", choice: "style:good" },
    { condition: "other", choice: "style:bad" },
  ]);
  form.spans.pop();
  expect(form.written(4).consistency_rules).toEqual([{ condition: "any mark", choice: "style:good" }]);
  form.usesSpans = false;
  expect(form.written(4).consistency_rules).toEqual([]);
});

test("a rule contradicts only choices of other questions", () => {
  const form = new Form(scheme);
  expect(form.conditions).toHaveLength(4); // two words and two labels of marks: the only question has no other
  form.addQuestion();
  expect(form.conditions).toHaveLength(8);
  form.addRule();
  const rule = form.rules.at(-1);
  const good = String(form.questions[0]?.choices[0]?.id);
  expect(rule).toMatchObject({ condition: "any mark", choice: good });
  if (rule) form.setCondition(rule, good);
  expect(rule).toMatchObject({ condition: good, choice: String(form.questions[1]?.choices[0]?.id) });
});
