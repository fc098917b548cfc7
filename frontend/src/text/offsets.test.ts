// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import awkward from "../../../fixtures/awkward.json";
import { anyText } from "./texts.testing";
import { indexText, offsetOfPoint, pointOfOffset } from "./offsets";

describe.each(awkward)("the shared text “$name”", ({ text, language, marks }) => {
  const index = indexText(text, language);

  it("gives the code-point offsets that Python gives", () => {
    expect(index.length).toBe([...text].length);
    for (const mark of marks) {
      expect(index.slice(mark.start, mark.end)).toBe(mark.quote);
      expect(index.toCodePoint(mark.utf16_start)).toBe(mark.start);
      expect(index.toCodePoint(mark.utf16_end)).toBe(mark.end);
      expect(index.toUtf16(mark.start)).toBe(mark.utf16_start);
      expect(index.toUtf16(mark.end)).toBe(mark.utf16_end);
    }
  });

  it("has its marks on grapheme boundaries", () => {
    for (const mark of marks) {
      expect(index.graphemeAt(mark.start).start).toBe(mark.start);
      expect(index.graphemeAt(mark.end - 1).end).toBe(mark.end);
    }
  });
});

describe("an indexed text", () => {
  it("converts every offset there and back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const index = indexText(text);
        for (let offset = 0; offset <= index.length; offset += 1) {
          expect(index.toCodePoint(index.toUtf16(offset))).toBe(offset);
        }
      }),
    );
  });

  it("slices as a list of code points does", () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), fc.nat(60), (text, a, b) => {
        const [start, end] = a < b ? [a, b] : [b, a];
        expect(indexText(text).slice(start, end)).toBe([...text].slice(start, end).join(""));
      }),
    );
  });

  it("counts an offset inside a surrogate pair as before the pair", () => {
    expect(indexText("a🙂b").toCodePoint(2)).toBe(1);
    expect(indexText("a🙂b").toCodePoint(3)).toBe(2);
  });

  it("clamps what lies outside", () => {
    const index = indexText("a🙂");
    expect([index.toCodePoint(-1), index.toCodePoint(99), index.toUtf16(-1), index.toUtf16(99)]).toEqual([
      0, 2, 0, 3,
    ]);
  });

  it("is covered by graphemes that touch and never overlap", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const index = indexText(text);
        for (let at = 0; at < index.length;) {
          const { start, end } = index.graphemeAt(at);
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(at);
          at = end;
        }
      }),
    );
  });

  it("knows a family, a flag, an accent and CR LF as one grapheme", () => {
    expect(indexText("a👩‍👩‍👧‍👦b").graphemeAt(4)).toEqual({ start: 1, end: 8 });
    expect(indexText("🇫🇷🇩🇪").graphemeAt(1)).toEqual({ start: 0, end: 2 });
    expect(indexText("e\u0301a").graphemeAt(1)).toEqual({ start: 0, end: 2 });
    expect(indexText("a\r\nb").graphemeAt(2)).toEqual({ start: 1, end: 3 });
  });

  it("finds words, and takes a language it does not know for none", () => {
    expect(indexText("the red 🙂 tower", "en").wordAt(5)).toEqual({ start: 4, end: 7, isWord: true });
    expect(indexText("the red", "not a language").wordAt(5)).toMatchObject({ start: 4, end: 7 });
    expect(indexText("").wordAt(0)).toEqual({ start: 0, end: 0, isWord: false });
  });
});

describe("a DOM position", () => {
  const root = document.createElement("p");
  root.append("a🙂", document.createElement("mark"), "b\r\nc");
  root.querySelector("mark")?.append("👩‍👧");
  const index = indexText(root.textContent);

  it("and its offset convert into one another, whatever nodes the text is cut into", () => {
    for (const side of ["start", "end"] as const) {
      for (let offset = 0; offset <= index.length; offset += 1) {
        const point = pointOfOffset(root, index, offset, side);
        expect(offsetOfPoint(root, index, point.node, point.offset)).toBe(offset);
      }
    }
  });

  it("may be between elements", () => {
    expect(offsetOfPoint(root, index, root, 1)).toBe(2);
    expect(offsetOfPoint(root, index, root, 2)).toBe(5);
  });
});
