import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText } from "./offsets";
import { snapEdge, snapToWords } from "./snap";
import { anyText } from "./texts.testing";
import { wordAt } from "./words";

/** What is marked when the drag covers what stands between two bars. */
function taken(drawn: string, language = "en"): string {
  const [before = "", drag = "", after = ""] = drawn.split("|");
  const index = indexText(before + drag + after, language);
  const start = [...before].length;
  const { start: from, end: to } = snapToWords(index, { start, end: start + [...drag].length });
  return index.slice(from, to);
}

describe("snapping to words", () => {
  it("takes a word whole in which a drag begins or ends", () => {
    expect(taken("The har|bour of Ve|nn is old")).toBe("harbour of Venn");
    expect(taken("The harb|o|ur")).toBe("harbour");
  });

  it("leaves what is exactly a word as it is", () => {
    expect(taken("The |harbour| of Venn")).toBe("harbour");
  });

  it("does not take blanks and punctuation at the ends", () => {
    expect(taken("The| harbour, |of Venn")).toBe("harbour");
    expect(taken("In |(1884).|")).toBe("1884");
    expect(taken("lit |“in 1884”, it| is said")).toBe("in 1884”, it");
  });

  it("takes them where the drag lies wholly within them", () => {
    expect(taken("In 1884|, |it")).toBe(", ");
    expect(taken("Lit|!| Yes")).toBe("!");
  });

  it("keeps symbols at the ends, which may be what is wrong", () => {
    expect(taken("It cost |90 €|.")).toBe("90 €");
    expect(taken("It rose by |40 %|.")).toBe("40 %");
    expect(taken("The |ferry 👩🏿‍✈️| left")).toBe("ferry 👩🏿‍✈️");
  });

  it("knows the words of scripts that have no blanks between them", () => {
    expect(taken("灯塔建于|1|884年", "zh")).toBe("1884");
    expect(taken("हार|ब|र का घर", "hi")).toBe("हारबर");
    expect(taken("بُني الم|يناء في| فين", "ar")).toBe("الميناء في");
  });

  it("leaves out an elided article that was not drawn, and an English genitive", () => {
    for (const apostrophe of ["'", "’"]) {
      expect(taken(`L${apostrophe}|été, le| café`, "fr")).toBe("été, le");
      expect(taken(`jusqu${apostrophe}en |1|884`, "fr")).toBe("1884");
      expect(taken(`Storia dell${apostrophe}|arte| sacra`, "it")).toBe("arte");
      expect(taken(`Anna |Bran|dt${apostrophe}s lamp`)).toBe("Brandt");
    }
  });

  it("takes them along where they were touched", () => {
    expect(taken("|L|’été", "fr")).toBe("L’");
    expect(taken("|L’é|té, le café", "fr")).toBe("L’été");
    expect(taken("Storia de|ll’ar|te sacra", "it")).toBe("dell’arte");
    expect(taken("Anna Bra|ndt’|s lamp")).toBe("Brandt’s");
  });

  it("keeps words whole whose apostrophe is a letter of theirs", () => {
    for (const word of ["aujourd’hui", "quelqu’un", "don't", "o’clock", "п’ять", "Oʼahu"]) {
      expect(taken(`x |${word.slice(0, 2)}|${word.slice(2)} y`)).toBe(word);
    }
  });

  it("takes the parts of a compound that were touched", () => {
    expect(taken("Jean-|Pie|rre")).toBe("Pierre");
    expect(taken("un p|orte-av|ions", "fr")).toBe("porte-avions");
  });

  it("takes a number whole, with its separators and its sign, whatever part was touched", () => {
    expect(taken("or 1,2|34|.5 km")).toBe("1,234.5");
    expect(taken("1'2|3|4 Franken", "de")).toBe("1'234");
    expect(taken("compte 12\u00a0|000|\u00a0habitants", "fr")).toBe("12\u00a0000");
    expect(taken("compte 12\u202f000|,5| km", "fr")).toBe("12\u202f000,5");
    expect(taken("at |-5| degrees")).toBe("-5");
    expect(taken("1914|-1918|.")).toBe("1918");
  });

  it("keeps Arabic words with what is written in one with them", () => {
    expect(taken("كتبها والك|تا|ب بيده", "ar")).toBe("والكتاب");
  });

  it("gives a range that snaps to itself, around every word it touched, in any text", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), fc.nat(80), (text, a, b) => {
        const index = indexText(text);
        const [start, end] = [Math.min(a, b, index.length), Math.min(Math.max(a, b), index.length)];
        fc.pre(start < end);
        const snapped = snapToWords(index, { start, end });
        expect(snapped.start).toBeLessThan(snapped.end);
        expect(snapToWords(index, snapped)).toEqual(snapped);
        for (let at = start; at < end; at += 1) {
          const word = wordAt(index, at);
          if (!word.isWord) continue;
          expect(snapped.start).toBeLessThanOrEqual(word.start);
          expect(snapped.end).toBeGreaterThanOrEqual(word.end);
        }
      }),
    );
  });
});

describe("an edge that is dragged", () => {
  const text = "The old harbour, of Venn";
  const index = indexText(text, "en");
  const harbour = { start: 8, end: 15 };

  it("takes words whole, and punctuation never", () => {
    expect(snapEdge(index, harbour, "start", 5, "words")).toBe(4);
    expect(snapEdge(index, harbour, "end", 16, "words")).toBe(15);
    expect(snapEdge(index, harbour, "end", 21, "words")).toBe(24);
  });

  it("goes by characters where that is wished", () => {
    expect(snapEdge(index, harbour, "start", 5, "characters")).toBe(5);
    expect(snapEdge(index, harbour, "end", 16, "characters")).toBe(16);
  });

  it("never passes the other one, in any text", () => {
    fc.assert(
      fc.property(
        anyText,
        fc.nat(40),
        fc.nat(40),
        fc.nat(40),
        fc.constantFrom<("start" | "end")[]>("start", "end"),
        fc.constantFrom<("words" | "characters")[]>("words", "characters"),
        (any, a, b, offset, edge, snap) => {
          const anyIndex = indexText(any);
          fc.pre(a !== b && Math.max(a, b, offset) <= anyIndex.length);
          const span = { start: Math.min(a, b), end: Math.max(a, b) };
          const moved = { ...span, [edge]: snapEdge(anyIndex, span, edge, offset, snap) };
          expect(moved.start).toBeLessThan(moved.end);
        },
      ),
    );
  });
});
