import { describe, expect, test } from "vitest";
import type { ImportField } from "../api/types";
import { columnsLeft, columnsTwice, fieldOf, missingFields, withField } from "./mapping";

const fields: ImportField[] = [
  { name: "id", required: false },
  { name: "lang", required: true },
  { name: "question", required: true },
  { name: "answer", required: true },
];
const names = (found: ImportField[]) => found.map(({ name }) => name);

describe("a mapping", () => {
  test("misses required fields without a column, and no other", () => {
    expect(names(missingFields(fields, { question: "Frage" }))).toEqual(["lang", "answer"]);
    expect(missingFields(fields, { lang: "l", question: "q", answer: "a" })).toEqual([]);
  });

  test("names a column that stands for two fields once", () => {
    expect(columnsTwice({ id: "q", question: "q", answer: "q", lang: "l" })).toEqual(["q"]);
    expect(columnsTwice({ lang: "l", question: "q" })).toEqual([]);
  });

  test("leaves the other columns, in the order of the file", () => {
    expect(columnsLeft(["note", "q", "tokens"], { question: "q" })).toEqual(["note", "tokens"]);
  });

  test("finds the field of a column", () => {
    expect(fieldOf(fields, { question: "q" }, "q")?.name).toBe("question");
    expect(fieldOf(fields, { question: "q" }, "note")).toBeNull();
  });

  test("is changed field by field, without touching the one before", () => {
    const before = { question: "q" };
    expect(withField(before, "answer", "a")).toEqual({ question: "q", answer: "a" });
    expect(withField(before, "question", "other")).toEqual({ question: "other" });
    expect(withField(before, "question", "")).toEqual({});
    expect(before).toEqual({ question: "q" });
  });
});
