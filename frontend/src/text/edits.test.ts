import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEvidence,
  addLink,
  addSpan,
  clearSpans,
  missing,
  moveEdge,
  relabelSpan,
  removeEvidence,
  removeLink,
  removeSpan,
  replaceEvidence,
  setComment,
  setLabel,
  setNothingToMark,
  setUnsure,
  unite,
  type Evidence,
  type Marking,
  type Span,
} from "./edits";

const empty: Marking = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  evidence: [],
};
const span = (id: string, start: number, end: number, label = "h"): Span => ({ id, start, end, label });
const marked = (...spans: Span[]): Marking => ({ ...empty, spans });

const anySpans = fc
  .array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 }), fc.constantFrom("h", "i")), { maxLength: 12 })
  .map((list) => list.map(([start, size, label], n) => span(`s${n}`, start, start + size, label)));

const characters = (spans: readonly Span[]) =>
  new Set(
    spans.flatMap(({ start, end, label }) =>
      Array.from({ length: end - start }, (_, n) => `${label}${start + n}`),
    ),
  );

describe("marks of one label", () => {
  it("unite where they overlap, under the id of the earliest", () => {
    expect(unite([span("b", 5, 9), span("a", 1, 6)])).toEqual([span("a", 1, 9)]);
  });

  it("stay apart where they only touch", () => {
    expect(unite([span("a", 1, 5), span("b", 5, 9)])).toEqual([span("a", 1, 5), span("b", 5, 9)]);
  });

  it("take in what is nested, also after a longer one", () => {
    expect(unite([span("a", 0, 9), span("b", 2, 3), span("c", 8, 12)])).toEqual([span("a", 0, 12)]);
  });

  it("stay the same objects where nothing about them changes, and are never changed themselves", () => {
    const given = [span("a", 1, 5), span("b", 4, 9), span("c", 12, 15)];
    const before = structuredClone(given);
    const united = unite(given);
    expect(united[1]).toBe(given[2]);
    expect(united[0]).not.toBe(given[0]);
    expect(given).toEqual(before);
  });

  it("do not unite with another label's", () => {
    const both = [span("a", 1, 6), span("b", 5, 9, "i")];
    expect(unite(both)).toEqual(both);
  });

  it("mark the same characters after uniting, sorted, and uniting again changes nothing", () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const united = unite(spans);
        expect(characters(united)).toEqual(characters(spans));
        expect(new Set(unite(united))).toEqual(new Set(united));
        expect(united.map(({ start }) => start)).toEqual(
          united.map(({ start }) => start).sort((a, b) => a - b),
        );
      }),
    );
  });
});

describe("an edit", () => {
  it("adds a mark, and nothing when it is there already", () => {
    const once = addSpan(empty, span("a", 1, 5));
    expect(once.spans).toEqual([span("a", 1, 5)]);
    expect(addSpan(once, span("b", 2, 4))).toBe(once);
    expect(addSpan(once, span("b", 4, 4))).toBe(once);
  });

  it("by marking takes “nothing to mark” off, and by “nothing to mark” the marks", () => {
    const nothing = setNothingToMark(empty, true);
    expect(addSpan(nothing, span("a", 1, 5))).toMatchObject({ nothing_to_mark: false, spans: [{ id: "a" }] });
    expect(setNothingToMark(marked(span("a", 1, 5)), true)).toMatchObject({
      nothing_to_mark: true,
      spans: [],
    });
  });

  it("removes one mark and no other", () => {
    const both = marked(span("a", 1, 3), span("b", 5, 9));
    expect(removeSpan(both, "a").spans).toEqual([span("b", 5, 9)]);
    expect(removeSpan(both, "x")).toBe(both);
  });

  it("removes all marks and nothing else", () => {
    const both = { ...marked(span("a", 1, 3), span("b", 5, 9)), comment: "Two." };
    expect(clearSpans(both)).toEqual({ ...empty, comment: "Two." });
    expect(clearSpans(empty)).toBe(empty);
  });

  it("moves an edge, unites what the mark then overlaps, and never empties a mark", () => {
    const both = marked(span("a", 1, 3), span("b", 5, 9));
    expect(moveEdge(both, "a", "end", 4).spans[0]).toEqual(span("a", 1, 4));
    expect(moveEdge(both, "a", "end", 6).spans).toEqual([span("a", 1, 9)]);
    expect(moveEdge(both, "b", "start", 9)).toBe(both);
    expect(moveEdge(both, "x", "start", 2)).toBe(both);
  });

  it("gives a mark another label, uniting with that label's", () => {
    const both = marked(span("a", 1, 6), span("b", 5, 9, "i"));
    expect(relabelSpan(both, "b", "h").spans).toEqual([span("a", 1, 9)]);
    expect(relabelSpan(both, "a", "h")).toBe(both);
  });

  it("sets labels, flags, the comment and links, and takes them back", () => {
    expect(setLabel(setLabel(empty, "fluency", "minor"), "fluency", "well-formed").labels).toEqual({
      fluency: "well-formed",
    });
    expect(setLabel(setLabel(empty, "fluency", "minor"), "fluency", null).labels).toEqual({});
    expect(setUnsure(empty, true).unsure).toBe(true);
    expect(setComment(empty, "")).toBe(empty);
    const linked = addLink(empty, "https://en.wikipedia.org/wiki/Tower");
    expect(addLink(linked, "https://en.wikipedia.org/wiki/Tower")).toBe(linked);
    expect(removeLink(linked, "https://en.wikipedia.org/wiki/Tower").links).toEqual([]);
  });

  it("never changes the content it started from", () => {
    const before = marked(span("a", 1, 6), span("b", 8, 9));
    const copy = structuredClone(before);
    addSpan(before, span("c", 4, 9));
    moveEdge(before, "a", "end", 9);
    relabelSpan(before, "a", "i");
    setNothingToMark(before, true);
    expect(before).toEqual(copy);
  });
});

describe("a submit", () => {
  const scheme = {
    uses_spans: true,
    evidence: "optional",
    item_labels: [
      { name: "fluency", required: true },
      { name: "tone", required: false },
    ],
  };

  it("needs a mark or the word that there is none, and every required label", () => {
    expect(missing(empty, scheme)).toEqual({ marks: true, evidence: [], labels: ["fluency"] });
    expect(missing(setNothingToMark(empty, true), scheme).marks).toBe(false);
    expect(missing(setLabel(marked(span("a", 0, 1)), "fluency", "minor"), scheme)).toEqual({
      marks: false,
      evidence: [],
      labels: [],
    });
  });

  it("needs no mark where the scheme uses none", () => {
    expect(missing(empty, { uses_spans: false, evidence: "off", item_labels: [] })).toEqual({
      marks: false,
      evidence: [],
      labels: [],
    });
  });
});

describe("evidence", () => {
  const passage = (of: string, start: number, snapshot = 7): Evidence => ({
    span: of,
    kind: "passage",
    snapshot,
    start,
    end: start + 5,
    exact: "stone",
    prefix: "",
    suffix: "",
  });
  const silent = (of: string, snapshot: number | null = 7): Evidence => ({
    ...passage(of, 0),
    kind: "silent",
    snapshot,
    end: 0,
    exact: "",
  });
  const two = marked(span("a", 0, 5), span("b", 8, 12));
  const proven = [passage("a", 10), passage("b", 20), silent("b", 9)].reduce(addEvidence, two);

  it("is added once, and taken away", () => {
    expect(addEvidence(proven, passage("a", 10))).toBe(proven);
    expect(removeEvidence(proven, passage("b", 20)).evidence).toEqual([passage("a", 10), silent("b", 9)]);
    expect(removeEvidence(proven, passage("a", 11))).toBe(proven);
  });

  it("is replaced in its place", () => {
    const next = replaceEvidence(proven, passage("a", 10), passage("a", 30));
    expect(next.evidence[0]).toEqual(passage("a", 30));
    expect(replaceEvidence(proven, passage("a", 11), passage("a", 30))).toBe(proven);
  });

  it("does not both quote a page and call it silent: the later word counts", () => {
    expect(addEvidence(proven, silent("a")).evidence).toEqual([
      passage("b", 20),
      silent("b", 9),
      silent("a"),
    ]);
    expect(addEvidence(addEvidence(two, silent("a")), passage("a", 10)).evidence).toEqual([passage("a", 10)]);
    expect(addEvidence(addEvidence(two, silent("a")), passage("a", 10, 9)).evidence).toHaveLength(2);
  });

  it("goes with its mark", () => {
    expect(removeSpan(proven, "b").evidence).toEqual([passage("a", 10)]);
    expect(clearSpans(proven).evidence).toEqual([]);
    expect(setNothingToMark(proven, true).evidence).toEqual([]);
  });

  it("stays with a mark that is moved, and passes to the one its mark has become part of", () => {
    expect(moveEdge(proven, "a", "end", 4).evidence).toEqual(proven.evidence);
    const united = moveEdge(proven, "a", "end", 9);
    expect(united.spans).toEqual([span("a", 0, 12)]);
    expect(united.evidence).toEqual([passage("a", 10), passage("a", 20), silent("a", 9)]);
    const overlapping = addEvidence(marked(span("a", 0, 5), span("b", 3, 9, "i")), passage("b", 20));
    expect(relabelSpan(overlapping, "b", "h").evidence).toEqual([passage("a", 20)]);
  });

  it("of united marks is told once", () => {
    const same = [passage("a", 10), passage("b", 10)].reduce(addEvidence, two);
    expect(addSpan(same, span("c", 4, 9)).evidence).toEqual([passage("a", 10)]);
  });

  it("always belongs to a mark that is there", () => {
    const edit = fc.oneof(
      fc.record({ kind: fc.constant("move"), n: fc.nat(11), to: fc.nat(40) }),
      fc.record({ kind: fc.constant("label"), n: fc.nat(11), to: fc.nat(1) }),
      fc.record({ kind: fc.constant("remove"), n: fc.nat(11), to: fc.nat(1) }),
    );
    fc.assert(
      fc.property(anySpans, fc.array(edit), (spans, edits) => {
        const begun = { ...marked(...unite(spans)) };
        const all = begun.spans.reduce((marking, { id }, n) => addEvidence(marking, passage(id, n)), begun);
        const done = edits.reduce((marking, { kind, n, to }) => {
          const id = marking.spans[n]?.id ?? "";
          if (kind === "move") return moveEdge(marking, id, "end", to);
          if (kind === "label") return relabelSpan(marking, id, to ? "h" : "i");
          return removeSpan(marking, id);
        }, all);
        const ids = new Set(done.spans.map(({ id }) => id));
        expect(done.evidence.every((each) => ids.has(each.span))).toBe(true);
        const removed = edits.some(({ kind }) => kind === "remove");
        if (!removed) expect(done.evidence).toHaveLength(all.evidence.length);
      }),
    );
  });

  it("is missing where the scheme wants it for every mark", () => {
    const strict = { uses_spans: true, evidence: "required", item_labels: [] };
    expect(missing(addEvidence(two, silent("b")), strict).evidence).toEqual(["a"]);
    expect(missing(proven, strict).evidence).toEqual([]);
    expect(missing(two, { ...strict, evidence: "optional" }).evidence).toEqual([]);
  });
});
