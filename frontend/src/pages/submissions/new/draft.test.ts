// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { readDraft, storeDraft } from "./draft";

beforeEach(() => {
  localStorage.clear();
});

test("what was typed is there again, for the same person and task only", () => {
  storeDraft("mara", "lantern", { system: "ds-large-1", answers: { retrieval: "BM25" } });
  expect(readDraft("mara", "lantern")).toEqual({ system: "ds-large-1", answers: { retrieval: "BM25" } });
  expect(readDraft("jonas", "lantern").system).toBe("");
  expect(readDraft("mara", "beacon").system).toBe("");
});

test.each(["", "{", "null", '{"system": 5, "answers": {"a": 1}}'])("a stored “%s” is no draft", (stored) => {
  localStorage.setItem("morel.submission.mara.lantern", stored);
  expect(readDraft("mara", "lantern")).toEqual({ system: "", answers: {} });
});
