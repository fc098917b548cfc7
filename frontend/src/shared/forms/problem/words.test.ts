import { describe, expect, test } from "vitest";
import type { ProblemDocument } from "../../../api/types";
import { isKnownProblem } from "../../../i18n/problems";
import english from "../../../i18n/problems/en";
import { fieldOf, kindOf, linesOf } from "./words";

function problem(some: Partial<ProblemDocument>): ProblemDocument {
  return {
    type: "urn:morel:problem:busy",
    title: "Conflict",
    status: 409,
    detail: "Two at once.",
    errors: [],
    ...some,
  };
}

function texts(some: Partial<ProblemDocument>, own?: string, kind?: string): string[] {
  return linesOf(problem(some), own, kind).map(({ text }) => text);
}

describe("a problem", () => {
  test("has a kind", () => {
    expect(kindOf(problem({}))).toBe("busy");
    expect(kindOf(problem({ type: "about:blank" }))).toBe("blank");
  });

  test("is in the reader's language if its kind has a text", () => {
    expect(Object.keys(english).filter((kind) => !isKnownProblem(kind))).toEqual([]);
  });

  test("goes from the general to the detail", () => {
    expect(texts({}, "The gold could not be downloaded", "Somebody else is at it")).toEqual([
      "The gold could not be downloaded",
      "Somebody else is at it",
      "Two at once.",
    ]);
  });

  test("repeats nothing", () => {
    expect(texts({ title: "Two at once" })).toEqual(["Two at once"]);
    expect(texts({}, "Two at once")).toEqual(["Two at once", "Conflict"]);
  });

  test("omits what the list of errors has", () => {
    const errors = [{ pointer: "/language", code: "unknown", detail: "Not one of: ar, en." }];
    expect(texts({ detail: "language: Not one of: ar, en.", errors })).toEqual(["Conflict"]);
  });

  test("marks the server's words as English", () => {
    const english = linesOf(problem({}), undefined, "Occupé").map((line) => line.english);
    expect(english).toEqual([false, true]);
    expect(linesOf(problem({}), undefined, undefined)[0]?.english).toBe(true);
  });
});

test("names the place of a field, with places in lists counted from 1", () => {
  expect(fieldOf("/content/spans/0/start")).toBe("content › spans › 1 › start");
  expect(fieldOf("/fields/a~1b~0c")).toBe("fields › a/b~c");
  expect(fieldOf("")).toBe("");
});
