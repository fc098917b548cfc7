import { describe, expect, it } from "vitest";
import { FORM } from "./draftStore";
import { pageOf, draftKeyOf, readRecord } from "./storedDraft";

const content = {
  spans: [{ id: "a", start: 0, end: 4, label: "h" }],
  labels: { tone: "warm" },
  nothing_to_mark: false,
  unsure: true,
  comment: "",
  links: [],
  active_seconds: 3,
};
const step = { save_id: "id", submit: true, content, changes: 2 };
const about = { answer_sha256: "sha", question: "Who?", since: "2025-03-14T12:00:00.000Z" };
const record = { form: FORM, base_revision: 4, steps: [step], content, changes: 1, ...about };

describe("a record", () => {
  it("is read exactly as written", () => {
    expect(readRecord(record)).toEqual(record);
    expect(JSON.stringify(readRecord(record)?.steps[0]?.content)).toBe(JSON.stringify(content));
    expect(readRecord({ ...record, steps: [] })).toEqual({ ...record, steps: [] });
    expect(readRecord({ ...record, content: null })).toEqual({ ...record, content: null });
  });

  it("of the first version is upgraded", () => {
    const body = { save_id: "id", base_revision: 4, answer_sha256: "sha", submit: true, content };
    const old = { form: 1, tab: "t", answer_sha256: "sha", base_revision: 4, pending: body, content };
    expect(readRecord(old)).toEqual({
      ...record,
      steps: [{ ...step, changes: 1 }],
      question: "",
      since: "",
    });
    expect(readRecord({ ...old, pending: null })).toMatchObject({ steps: [], content });
    expect(readRecord({ ...old, content: null })).toMatchObject({
      steps: [{ save_id: "id" }],
      content: null,
    });
  });

  it.each([
    ["of a form to come", { ...record, form: FORM + 1 }],
    ["that is none", "text"],
    ["that is nothing", undefined],
    ["with nothing in it", { ...record, steps: [], content: null }],
    ["with half a step", { ...record, steps: [{ ...step, save_id: undefined }] }],
    ["with half a mark", { ...record, content: { ...content, spans: [{ start: 0 }] } }],
    ["with a comment that is no text", { ...record, content: { ...content, comment: 7 } }],
    ["with a choice that is none", { ...record, content: { ...content, labels: { tone: null } } }],
    ["on a revision that cannot be", { ...record, base_revision: -1 }],
    ["of the first form, with nothing in it", { form: 1, base_revision: 0, pending: null, content: null }],
  ])("%s is left alone", (_, odd) => {
    expect(readRecord(odd)).toBeNull();
  });

  it("has its user and page in its key", () => {
    const key = ["ada", "harbours", "7", "page"];
    expect(draftKeyOf(key)).toEqual({ person: "ada", slug: "harbours", item: 7 });
    expect(pageOf(key, record)).toBe("page");
    expect(pageOf(["ada", "harbours", "7"], { form: 1, tab: "t" })).toBe("t");
  });
});
