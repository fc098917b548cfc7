import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText } from "./offsets";
import { snapToWords } from "./snap";
import { anyText } from "./texts.testing";

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
          const word = index.wordAt(at);
          if (!word.isWord) continue;
          expect(snapped.start).toBeLessThanOrEqual(word.start);
          expect(snapped.end).toBeGreaterThanOrEqual(word.end);
        }
      }),
    );
  });
});
