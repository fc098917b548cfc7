import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addLink,
  addSpan,
  clearSpans,
  missing,
  moveEdge,
  relabelSpan,
  removeLink,
  removeSpan,
  setComment,
  setLabel,
  setNothingToMark,
  setUnsure,
  unite,
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
    item_labels: [
      { name: "fluency", required: true },
      { name: "tone", required: false },
    ],
  };

  it("needs a mark or the word that there is none, and every required label", () => {
    expect(missing(empty, scheme)).toEqual({ marks: true, labels: ["fluency"] });
    expect(missing(setNothingToMark(empty, true), scheme).marks).toBe(false);
    expect(missing(setLabel(marked(span("a", 0, 1)), "fluency", "minor"), scheme)).toEqual({
      marks: false,
      labels: [],
    });
  });

  it("needs no mark where the scheme uses none", () => {
    expect(missing(empty, { uses_spans: false, item_labels: [] })).toEqual({ marks: false, labels: [] });
  });
});
