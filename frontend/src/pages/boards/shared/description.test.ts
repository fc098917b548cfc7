import { expect, test } from "vitest";
import { firstLine } from "./description";

test.each([
  ["# A demo\n\nAll systems are **synthetic**.\n\nMore.", "All systems are synthetic."],
  [
    "Mark `spans` of [answers](https://example.org) in snake_case _now_.",
    "Mark spans of answers in snake_case now.",
  ],
  ["# Only a heading", ""],
  ["", ""],
])("%j begins with %j", (markdown, line) => {
  expect(firstLine(markdown)).toBe(line);
});
