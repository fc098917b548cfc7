import { describe, expect, test } from "vitest";
import type { Content, Scheme } from "../../../api/types";
import { changesBetween } from "./changes";

const scheme: Scheme = {
  version: 1,
  uses_spans: true,
  unit: "characters",
  evidence: "off",
  consistency_rules: [],
  span_labels: [{ name: "h", text: "Hallucination", color: 1, key: "1", texts: {} }],
  item_labels: [
    {
      name: "tone",
      text: "Tone",
      texts: {},
      required: false,
      choices: [
        { name: "warm", text: "Warm", key: "2", texts: {} },
        { name: "cold", text: "Cold", key: "3", texts: {} },
      ],
    },
  ],
};

const content = (changed: Partial<Content> = {}): Content => ({
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
  ...changed,
});
const span = (id: string, start: number, end: number, label = "h") => ({ id, start, end, label });
const between = (before: Content | null, after: Content) => changesBetween(before, after, scheme);

describe("a revision compared with the previous one", () => {
  test("with equal content has no changes, regardless of active time", () => {
    expect(between(content(), content({ active_seconds: 40 }))).toEqual([]);
    expect(between(null, content())).toEqual([]);
  });

  test("distinguishes new, removed, moved and relabelled marks by their ids", () => {
    const before = content({ spans: [span("a", 0, 4), span("b", 6, 9), span("c", 12, 15)] });
    const after = content({
      spans: [span("b", 6, 10), span("c", 12, 15, "o"), span("d", 20, 22), span("e", 24, 25)],
    });
    expect(between(before, after)).toEqual([
      { kind: "added", n: 2 },
      { kind: "removed", n: 1 },
      { kind: "moved", n: 1 },
      { kind: "relabelled", n: 1 },
    ]);
  });

  test("counts all marks of the first revision as new", () => {
    expect(between(null, content({ spans: [span("a", 0, 4)] }))).toEqual([{ kind: "added", n: 1 }]);
  });

  test("has the label and its new choice, or none", () => {
    const [warm, cold] = [content({ labels: { tone: "warm" } }), content({ labels: { tone: "cold" } })];
    expect(between(warm, cold)).toEqual([{ kind: "label", label: "Tone", choice: "Cold" }]);
    expect(between(warm, content())).toEqual([{ kind: "label", label: "Tone", choice: "" }]);
  });

  test("has changed flags, comment and links", () => {
    const link = { url: "https://en.wikipedia.org/wiki/Lamp", language: "en", title: "Lamp" };
    const after = content({ nothing_to_mark: true, unsure: true, comment: "Why?", links: [link] });
    expect(between(content(), after)).toEqual([
      { kind: "nothing", on: true },
      { kind: "unsure", on: true },
      { kind: "comment" },
      { kind: "links" },
    ]);
    // The title of a page is the server's, and no change of the person's.
    expect(between(after, { ...after, links: [{ ...link, title: "" }] })).toEqual([]);
  });

  test("has added evidence, but not corrected quotes", () => {
    const passage = { span: "a", kind: "passage" as const, snapshot: 3, start: 0, end: 4 };
    const words = { exact: "Lamp", prefix: "", suffix: "s" };
    const before = content({ spans: [span("a", 0, 4)] });
    const after = { ...before, evidence: [{ ...passage, ...words }] };
    expect(between(before, after)).toEqual([{ kind: "evidence" }]);
    expect(between(after, { ...before, evidence: [{ ...passage, ...words, suffix: "" }] })).toEqual([]);
  });
});
