// @vitest-environment jsdom
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { indexText } from "./offsets";
import { anyText } from "./texts.testing";
import {
  domRange,
  paragraphRange,
  rangeOffsets,
  selectedRange,
  snapToGraphemes,
  wordRange,
} from "./selection";

const text = " The tower 👩‍👩‍👧‍👦 was\r\nlit <b>x</b>. ";
const index = indexText(text, "en");
let answer: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = "<h1>Question</h1><main><p id=answer></p><footer>Below <i>it</i></footer></main>";
  answer = document.getElementById("answer") ?? document.body;
  answer.append(document.createTextNode(text));
});

function rangeOf(start: [Node | null | undefined, number], end: [Node | null | undefined, number]): Range {
  const range = document.createRange();
  range.setStart(start[0] ?? document, start[1]);
  range.setEnd(end[0] ?? document, end[1]);
  return range;
}

describe("a selection", () => {
  it("inside the answer gives its code points", () => {
    const range = domRange(answer, index, { start: 5, end: 10 });
    expect(rangeOffsets(answer, index, range)).toEqual({ start: 5, end: 10 });
    expect(index.slice(5, 10)).toBe("tower");
  });

  it("that ends below the answer is cut at its end", () => {
    const range = rangeOf([answer.firstChild, 1], [document.querySelector("i")?.firstChild, 1]);
    expect(rangeOffsets(answer, index, range)).toEqual({ start: 1, end: index.length });
  });

  it("that starts above the answer is cut at its start", () => {
    const range = rangeOf([document.querySelector("h1")?.firstChild, 2], [answer.firstChild, 4]);
    expect(rangeOffsets(answer, index, range)).toEqual({ start: 0, end: 4 });
  });

  it("around the answer is the whole of it", () => {
    const range = rangeOf([document.body, 0], [document.body, 2]);
    expect(rangeOffsets(answer, index, range)).toEqual({ start: 0, end: index.length });
  });

  it("elsewhere, or without a character, is none", () => {
    const footer = document.querySelector("footer");
    expect(rangeOffsets(answer, index, rangeOf([footer, 0], [footer, 1]))).toBeNull();
    expect(rangeOffsets(answer, index, rangeOf([answer, 1], [footer, 0]))).toBeNull();
    expect(selectedRange(answer, index, null)).toBeNull();
  });

  it("made in the window is read from there, whole graphemes only", () => {
    const selection = document.getSelection();
    selection?.setBaseAndExtent(answer.firstChild ?? answer, 15, answer.firstChild ?? answer, 2);
    expect(selectedRange(answer, index, selection)).toEqual({ start: 2, end: 18 });
    expect(index.slice(2, 18)).toBe("he tower 👩‍👩‍👧‍👦");
  });
});

describe("snapping", () => {
  it("keeps what is whole and never cuts a grapheme, in any text", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), fc.nat(80), (any, a, b) => {
        const anyIndex = indexText(any);
        const [start, end] = [Math.min(a, b, anyIndex.length), Math.min(Math.max(a, b), anyIndex.length)];
        const snapped = snapToGraphemes(anyIndex, { start, end });
        if (start === end) {
          expect(snapped).toBeNull();
          return;
        }
        expect(snapped?.start).toBeLessThanOrEqual(start);
        expect(snapped?.end).toBeGreaterThanOrEqual(end);
        expect(snapped && snapToGraphemes(anyIndex, snapped)).toEqual(snapped);
        expect(snapped && anyIndex.graphemeAt(snapped.start).start).toBe(snapped?.start);
      }),
    );
  });

  it("takes the word at a place, or the grapheme between words", () => {
    expect(wordRange(index, 6)).toEqual({ start: 5, end: 10 });
    expect(wordRange(index, 14)).toEqual({ start: 11, end: 18 });
  });

  it("takes a line without its line break", () => {
    expect(paragraphRange(index, 6)).toEqual({ start: 0, end: 22 });
    expect(index.slice(24, index.length)).toBe("lit <b>x</b>. ");
    expect(paragraphRange(index, 24)).toEqual({ start: 24, end: index.length });
    expect(paragraphRange(indexText("a\n\nb"), 2)).toBeNull();
  });
});
