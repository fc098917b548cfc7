import { expect, test } from "vitest";
import type { ItemLabel } from "../../api/types";
import { collapses, goldAddress, policyFormOf, wordsOf } from "./policyForm";

const label = (name: string, ...choices: string[]): ItemLabel => ({
  name,
  text: name,
  texts: {},
  required: true,
  choices: choices.map((each) => ({ name: each, text: each, key: "", texts: {} })),
});

test.each([
  "",
  "policy=merged",
  "threshold=2/3 ties=in min_annotations=2",
  "derive=fluent-and-not-factual collapse=fluency=minor:y collapse=factuality",
])("%j survives the controls", (words) => {
  expect(wordsOf(policyFormOf(words))).toBe(words);
});

test("a collapse is identified by its label", () => {
  expect(policyFormOf("collapse=ok:fine=yes:y,no:n collapse=factuality").collapse).toEqual({
    ok: "ok:fine=yes:y,no:n",
    factuality: "factuality",
  });
});

test("unknown words of a policy and whitespace are ignored", () => {
  expect(wordsOf(policyFormOf("merged secret=1 policy=raw"))).toBe("policy=raw");
  expect(wordsOf({ ...policyFormOf(""), threshold: " 2 / 3 " })).toBe("threshold=2/3");
});

test("the address of gold has the same words", () => {
  expect(goldAddress("p", "", "")).toBe("/api/v1/projects/p/gold/");
  expect(goldAddress("p", "threshold=2/3 collapse=fluency=minor:y collapse=factuality", "en")).toBe(
    "/api/v1/projects/p/gold/?language=en&threshold=2%2F3&collapse=fluency%3Dminor%3Ay&collapse=factuality",
  );
});

test("labels of SHROOM-CAP can be collapsed as released, others as in the address", () => {
  const fluency = label("fluency", "well-formed", "minor", "not-fluent");
  expect(collapses(fluency, "")).toEqual(["fluency=minor:y", "fluency=minor:n"]);
  expect(collapses(fluency, "fluency=minor:n")).toHaveLength(2);
  expect(collapses(label("fluency", "good", "bad"), "")).toEqual([]);
  expect(collapses(label("ok", "yes", "no"), "ok=yes:y,no:n")).toEqual(["ok=yes:y,no:n"]);
});
