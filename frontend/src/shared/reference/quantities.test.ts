import { describe, expect, it } from "vitest";
import { fold } from "./folding";
import { isSame, quantities } from "./quantities";

const read = (text: string, language = "en") => quantities(fold(text).text, [language]);

function same(a: string, b: string, language = "en"): boolean {
  const [first] = read(a, language);
  const [second] = read(b, language);
  return first !== undefined && second !== undefined && isSame(first, second);
}

describe("dates", () => {
  it.each([
    ["3 October 1887", "October 3, 1887", "en"],
    ["3 October 1887", "Oct. 3rd 1887", "en"],
    ["3 October 1887", "1887-10-03", "en"],
    ["3. Oktober 1887", "3.10.1887", "de"],
    ["3 octobre 1887", "03/10/1887", "fr"],
    ["3 de octubre de 1887", "3-10-1887", "es"],
    ["3 октября 1887", "03.10.1887", "ru"],
    ["3 أكتوبر 1887", "٣ تشرين الأول ١٨٨٧", "ar"],
    ["३ मार्च १८८७", "3 मार्च 1887", "hi"],
    ["1887年10月3日", "1887-10-3", "zh"],
    ["October 1887", "oct 1887", "en"],
  ])("%s is %s", (a, b, language) => {
    expect(same(a, b, language)).toBe(true);
  });

  it.each([
    ["3 October 1887", "4 October 1887", "en"],
    ["3 October 1887", "3 October 1888", "en"],
    ["3 October 1887", "October 1887", "en"],
    ["3.10.1887", "3 November 1887", "de"],
  ])("%s is not %s", (a, b, language) => {
    expect(same(a, b, language)).toBe(false);
  });

  it("are found with offsets, and their digits are not numbers too", () => {
    const found = read("Lit on 3 October 1887, 41 metres high.");
    expect(found.map(({ start, end }) => [start, end])).toEqual([
      [7, 21],
      [23, 25],
    ]);
  });

  it("are not found in words that start like a month", () => {
    expect(read("3 marches 1887").map(({ readings }) => readings)).toEqual([["3"], ["1887"]]);
  });
});

describe("numbers", () => {
  it.each([
    ["12,500", "12500"],
    ["12 500", "12.500"],
    ["12'500", "12,500"],
    ["1,234,567", "1.234.567"],
    ["2.4", "2,4"],
    ["2.40", "2.4"],
    ["٤١", "41"],
    ["007", "7"],
  ])("%s is %s", (a, b) => {
    expect(same(a, b)).toBe(true);
  });

  it.each([
    ["2.4", "24"],
    ["12,50", "1250"],
    ["1,234,567", "1.234567"],
  ])("%s is not %s", (a, b) => {
    expect(same(a, b)).toBe(false);
  });
});

it("numbers are found in an unknown language", () => {
  expect(read("41", "not a tag")).toHaveLength(1);
});
