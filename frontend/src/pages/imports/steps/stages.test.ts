import { describe, expect, it } from "vitest";
import type { ImportField } from "../../../api/types";
import {
  delimiterKey,
  fieldsOf,
  hasReference,
  isOpen,
  isRunning,
  mapped,
  mappingFaults,
  mayBeAnnotations,
} from "./stages";

const fields: ImportField[] = [
  { name: "id", required: false },
  { name: "lang", required: true },
  { name: "question", required: true },
];

it("an import is running from its start to its end, and open before that or when refused", () => {
  const states = [
    "uploaded",
    "waiting",
    "checking",
    "writing",
    "done",
    "refused",
    "failed",
    "undone",
  ] as const;
  expect(states.filter((state) => isRunning({ state }))).toEqual(["waiting", "checking", "writing"]);
  expect(states.filter((state) => isOpen({ state }))).toEqual(["uploaded", "refused"]);
});

it("raw annotations need only the item's id", () => {
  expect(fieldsOf({ kind: "items", fields })).toEqual(fields);
  expect(fieldsOf({ kind: "candidates", fields })).toEqual(fields);
  expect(fieldsOf({ kind: "annotations", fields })).toEqual([fields[0]]);
});

it("a language for all records makes the language column optional", () => {
  expect(fieldsOf({ kind: "items", fields }, "de").filter(({ required }) => required)).toEqual([fields[2]]);
});

it("a file with annotations may be for existing items, if there are any", () => {
  const vote_columns = ["annotations"];
  expect(mayBeAnnotations({ kind: "items", vote_columns }, true)).toBe(true);
  expect(mayBeAnnotations({ kind: "items", vote_columns }, false)).toBe(false);
  expect(mayBeAnnotations({ kind: "annotations", vote_columns }, true)).toBe(false);
  expect(mayBeAnnotations({ kind: "items", vote_columns: [] }, true)).toBe(false);
});

describe("a mapping", () => {
  const columns = ["a", "b", "c"];

  it("is valid if every required field has its own column", () => {
    expect(mappingFaults(fields, { lang: "a", question: "b" }, columns).size).toBe(0);
  });

  it("reports required fields without a column", () => {
    expect([...mappingFaults(fields, { lang: "a" }, columns)]).toEqual([["question", "missing"]]);
  });

  it("reports a column used twice at both fields", () => {
    expect([...mappingFaults(fields, { id: "b", lang: "a", question: "b" }, columns)]).toEqual([
      ["id", "twice"],
      ["question", "twice"],
    ]);
  });

  it("has no faults without columns", () => {
    expect(mappingFaults(fields, {}, []).size).toBe(0);
  });

  it("is changed at one field only", () => {
    const before = { lang: "a", id: "b" };
    expect(mapped(before, "id", "c")).toEqual({ lang: "a", id: "c" });
    expect(mapped(before, "id", "")).toEqual({ lang: "a" });
    expect(before).toEqual({ lang: "a", id: "b" });
  });
});

it("a title alone is no reference", () => {
  const table = { reference_in_record: false };
  expect(hasReference(table, { reference_url: "wikipedia_url" })).toBe(true);
  expect(hasReference(table, { reference_target: "tgt", answer: "hyp" })).toBe(true);
  expect(hasReference(table, { reference_title: "title", reference_url: "" })).toBe(false);
  expect(hasReference({ reference_in_record: true }, {})).toBe(true);
});

it("usual delimiters have names", () => {
  expect([",", ";", "\t", "|", "", "~"].map(delimiterKey)).toEqual([
    "delimiter.comma",
    "delimiter.semicolon",
    "delimiter.tab",
    "delimiter.bar",
    null,
    null,
  ]);
});
