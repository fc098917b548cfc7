import { describe, expect, test } from "vitest";
import type { Statistics } from "../../../api/types";
import { agreementText, annotatorsRange, completeShare, floor, languageTitle } from "./statisticTexts";

const statistics: Statistics = {
  items: 8,
  complete: 6,
  annotations: 20,
  counted: 7,
  agreement: 0.6534,
  annotators_min: 1,
  annotators_max: 3,
  over_full: 0,
  outside: 0,
  outside_annotations: 0,
};

describe("a language", () => {
  test("has its English name", () => {
    expect(languageTitle({ language: "ar", spelling: "AR" })).toBe("Arabic");
  });

  test("without a name is written as in the files", () => {
    expect(languageTitle({ language: "qqx", spelling: "QQX" })).toBe("QQX");
  });
});

test("an agreement has three places, and a dash where there is none", () => {
  expect(agreementText(0.65333)).toBe("0.653");
  expect(agreementText(1)).toBe("1.000");
  expect(agreementText(null)).toBe("–");
});

test("n is a range only if items differ", () => {
  expect(annotatorsRange(statistics)).toBe("1–3");
  expect(annotatorsRange({ ...statistics, annotators_min: 3 })).toBe("3");
});

describe("the floor", () => {
  test("is one over the largest number of annotations of an item, the lowest possible agreement", () => {
    expect(floor({ ...statistics, annotators_min: 2, annotators_max: 4 })).toBe(0.25);
  });

  test("is null without agreement", () => {
    expect(floor({ ...statistics, agreement: null })).toBeNull();
  });
});

test("a language without items is not complete, and divides nothing by zero", () => {
  expect(completeShare(statistics)).toBe(0.75);
  expect(completeShare({ ...statistics, items: 0, complete: 0 })).toBe(0);
});
