import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText } from "../../text/offsets";
import { anyText } from "../../text/texts.testing";
import { findAll, fold, foldQuery } from "./folding";

const found = (text: string, query: string) => {
  const index = indexText(text);
  return findAll(fold(text), foldQuery(query)).map(({ start, end }) => index.slice(start, end));
};

describe("folding", () => {
  it.each([
    ["case", "The HALLGRUND light", "hallgrund", "HALLGRUND"],
    ["accents, whole and combined", "Lomskär, Lomska\u0308r", "lomskar", "Lomskär"],
    ["an accent the query has and the text lacks", "Lodenov", "Loděnov", "Lodenov"],
    ["letters that Unicode does not take apart", "Søren Ænder", "soren aender", "Søren Ænder"],
    ["sharp s", "Große Straße", "strasse", "Straße"],
    ["ligatures", "the ﬁrst light", "first", "ﬁrst"],
    ["Greek final sigma", "ΦΑΡΟΣ φάρος", "φαρος", "ΦΑΡΟΣ"],
    ["Turkish i", "İstanbul", "istanbul", "İstanbul"],
    ["hamza", "أحمد بن إبراهيم", "احمد بن ابراهيم", "أحمد بن إبراهيم"],
    ["tashkeel", "مُحَمَّد", "محمد", "مُحَمَّد"],
    ["tatweel", "مكتـــبة", "مكتبة", "مكتـــبة"],
    ["alif maqsura and ta marbuta", "مستشفى المدينة", "مستشفي المدينه", "مستشفى المدينة"],
    ["Persian letters", "کتابخانهٔ ملی", "كتابخانه ملي", "کتابخانهٔ ملی"],
    ["nukta, whole and combined", "क़लम और ज\u093cमीन", "कलम और जमीन", "क़लम और ज\u093cमीन"],
    ["width", "Ｍｏｒｅｌ １８８７", "morel 1887", "Ｍｏｒｅｌ １８８７"],
    ["half-width kana", "ﾄｳﾀﾞｲ", "トウダイ", "ﾄｳﾀﾞｲ"],
    ["digits", "عام ١٨٨٧ و १८८७", "1887", "١٨٨٧"],
    ["blanks", "41\u00a0\u2009 metres", "41 metres", "41\u00a0\u2009 metres"],
    ["a query over two lines", "built of granite", "built\nof  granite", "built of granite"],
    ["dashes and quotation marks", "1871–1874, “so”", '1871-1874, "so"', "1871–1874, “so”"],
    ["soft hyphens", "light\u00adhouse", "lighthouse", "light\u00adhouse"],
  ])("%s", (_, text, query, hit) => {
    expect(found(text, query)[0]).toBe(hit);
  });

  it("keeps the vowel signs of Indian scripts apart", () => {
    expect(found("की कि के", "की")).toEqual(["की"]);
  });

  it("does not match across paragraphs", () => {
    expect(found("grey\ngranite", "grey granite")).toEqual([]);
  });

  it("finds nothing for an empty query", () => {
    expect(found("anything", " \u00ad ")).toEqual([]);
  });
});

describe("hits", () => {
  it("do not overlap", () => {
    expect(findAll(fold("aaaa"), "aa")).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ]);
  });

  it("are in code points", () => {
    expect(findAll(fold("🏮🏮 lamp 👨‍👩‍👧 lamp"), "lamp")).toEqual([
      { start: 3, end: 7 },
      { start: 14, end: 18 },
    ]);
  });

  it("include the whole of a character that matches in part", () => {
    expect(found("Straße", "stras")).toEqual(["Straß"]);
  });

  it("have a text that folds to the query", () => {
    const part = fc.tuple(anyText, anyText, anyText);
    fc.assert(
      fc.property(part, ([before, middle, after]) => {
        const text = before + middle + after;
        const query = foldQuery(middle);
        const folded = fold(text);
        const index = indexText(text);
        for (const { start, end } of findAll(folded, query)) {
          const again = fold(index.slice(start, end)).text;
          const whole = isWhole(folded.origin, start, end, query.length);
          if (whole) expect(again).toBe(query);
          else expect(again).toContain(query);
        }
      }),
    );
  });

  it("are complete", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "á", "ß", "s", " ", "\u0301", "ك", "ـ") }),
        anyText,
        (query, text) => {
          const folded = foldQuery(query);
          const parts = folded === "" ? [] : fold(text + query + text).text.split(folded);
          expect(findAll(fold(text + query + text), folded).length).toBeLessThanOrEqual(
            Math.max(0, parts.length - 1),
          );
          if (folded !== "") expect(findAll(fold(text + query + text), folded)).not.toEqual([]);
        },
      ),
    );
  });
});

/** Do the characters of a range fold to as many units as the query has? Else it begins or ends inside of one. */
function isWhole(origin: Uint32Array, start: number, end: number, length: number): boolean {
  return (
    origin.filter((offset, unit) => unit < origin.length - 1 && offset >= start && offset < end).length ===
    length
  );
}
