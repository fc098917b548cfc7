import { expect, test } from "vitest";
import { brokenRules, ruleCode } from "./consistency";
import type { Span } from "./edits";

const marked = { condition: "any mark", choice: "factuality:correct" };
const nothing = { condition: "no mark", choice: "factuality:errors" };
const ocr = { condition: "OCR", choice: "readable:yes" };
const unclear = { condition: "readable:no", choice: "factuality:correct" };
const rules = [marked, nothing, ocr, unclear];
const span = (label: string): Span => ({ id: label, start: 0, end: 3, label });

test.each([
  ["a mark with Correct", [span("h")], { factuality: "correct" }, [marked]],
  ["a mark with Has errors", [span("h")], { factuality: "errors" }, []],
  ["nothing to mark with Has errors", [], { factuality: "errors" }, [nothing]],
  ["nothing to mark with Correct", [], { factuality: "correct" }, []],
  ["a mark without a choice", [span("h")], {}, []],
  ["a mark of one label", [span("h"), span("OCR")], { readable: "yes" }, [ocr]],
  ["a mark of another label", [span("h")], { readable: "yes" }, []],
  ["two choices", [], { readable: "no", factuality: "correct" }, [unclear]],
])("%s", (_, spans, labels, broken) => {
  expect(brokenRules(rules, { spans, labels })).toEqual(broken);
});

test("a rule is identified by what it states", () => {
  expect(ruleCode(marked)).toBe("any mark & factuality:correct");
});
