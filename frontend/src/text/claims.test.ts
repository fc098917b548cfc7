import { describe, expect, it } from "vitest";
import {
  allCorrect,
  judgeCorrect,
  judgeIncorrect,
  judgements,
  nextOpen,
  sentenceOf,
  stepOf,
  toClaims,
  visiblePart,
} from "./claims";
import { sendsTheSame, type Marking } from "./edits";
import { indexText } from "./offsets";

const TEXT = "The bridge was opened in 1908. It carries 🚋 a tramway.";
const CLAIMS = toClaims([
  [0, 11],
  [11, 22],
  [22, 31],
  [31, 44],
  [44, 54],
]);
const index = indexText(TEXT, "en");
const begin: Marking = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  evidence: [],
};
const span = { id: "s", label: "incorrect" };

describe("judging", () => {
  it("saves an incorrect claim as a span with exactly its edges", () => {
    const marking = judgeIncorrect(begin, CLAIMS, 2, span);
    expect(marking.spans).toEqual([{ ...span, start: 22, end: 31 }]);
    expect(index.slice(22, 31)).toBe("in 1908. ");
    expect(judgements(marking, CLAIMS)).toEqual(["open", "open", "incorrect", "open", "open"]);
  });

  it("keeps claims beside one another apart", () => {
    const one = judgeIncorrect(begin, CLAIMS, 2, span);
    const two = judgeIncorrect(one, CLAIMS, 3, { ...span, id: "t" });
    expect(two.spans.map(({ start, end }) => [start, end])).toEqual([
      [22, 31],
      [31, 44],
    ]);
  });

  it("replaces the label of a claim, which has one", () => {
    const one = judgeIncorrect(begin, CLAIMS, 2, span);
    const two = judgeIncorrect(one, CLAIMS, 2, { id: "t", label: "other" });
    expect(two.spans).toEqual([{ id: "s", label: "other", start: 22, end: 31 }]);
  });

  it("makes an incorrect claim correct", () => {
    const marking = judgeCorrect(judgeIncorrect(begin, CLAIMS, 2, span), CLAIMS, [2]);
    expect(marking.spans).toEqual([]);
    expect(judgements(marking, CLAIMS)[2]).toBe("correct");
  });

  it("does not change what is sent when a claim is correct", () => {
    expect(sendsTheSame(begin, judgeCorrect(begin, CLAIMS, [0]))).toBe(true);
    expect(sendsTheSame(begin, judgeIncorrect(begin, CLAIMS, 0, span))).toBe(false);
  });

  it("says that there is nothing to mark when all claims are correct, and only then", () => {
    const all = judgeCorrect(begin, CLAIMS, [0, 1, 2, 3, 4]);
    expect(all.nothing_to_mark).toBe(true);
    expect(judgeCorrect(begin, CLAIMS, [0, 1, 2, 3]).nothing_to_mark).toBe(false);
    const one = judgeIncorrect(all, CLAIMS, 0, span);
    expect(one.nothing_to_mark).toBe(false);
    expect(judgements(one, CLAIMS)).toEqual(["incorrect", "correct", "correct", "correct", "correct"]);
  });

  it("remembers the other claims of a stored version in which all were correct", () => {
    const stored = { ...begin, nothing_to_mark: true };
    const one = judgeIncorrect(stored, CLAIMS, 4, span);
    expect(judgements(one, CLAIMS)).toEqual(["correct", "correct", "correct", "correct", "incorrect"]);
  });

  it("corrects what an answer without marks says, before a submit", () => {
    const marking = { ...begin, judged: [0, 1, 2, 3, 4] };
    expect(allCorrect(marking, CLAIMS).nothing_to_mark).toBe(true);
  });

  it("judges no claim that is not there", () => {
    expect(judgeIncorrect(begin, CLAIMS, 9, span)).toBe(begin);
  });
});

describe("moving", () => {
  it("follows the direction of the text", () => {
    expect([stepOf("ArrowRight", "ltr"), stepOf("ArrowLeft", "ltr")]).toEqual([1, -1]);
    expect([stepOf("ArrowRight", "rtl"), stepOf("ArrowLeft", "rtl")]).toEqual([-1, 1]);
    expect(stepOf("ArrowDown", "ltr")).toBe(0);
  });

  it("finds the next claim that is not judged, and begins again at the end", () => {
    expect(nextOpen(["open", "correct", "open"], 1)).toBe(2);
    expect(nextOpen(["open", "correct", "correct"], 1)).toBe(0);
    expect(nextOpen(["incorrect", "correct"], 0)).toBe(-1);
  });

  it("knows the claims of a sentence", () => {
    expect(sentenceOf(index, CLAIMS, 0, "en")).toEqual([0, 1, 2]);
    expect(sentenceOf(index, CLAIMS, 2, "en")).toEqual([0, 1, 2]);
    expect(sentenceOf(index, CLAIMS, 3, "en")).toEqual([3, 4]);
  });

  it("knows the full stops of other scripts", () => {
    const text = "पुल बना। वह गिरा।";
    const hindi = indexText(text, "hi");
    const claims = toClaims([
      [0, 4],
      [4, 9],
      [9, 12],
      [12, 17],
    ]);
    expect(sentenceOf(hindi, claims, 0, "hi")).toEqual([0, 1]);
    expect(sentenceOf(hindi, claims, 2, "no language")).toEqual([2, 3]);
  });
});

describe("the visible part of a claim", () => {
  it("has no white space at its ends and counts code points", () => {
    expect(visiblePart(index, { start: 22, end: 31 })).toEqual({ start: 22, end: 30 });
    expect(visiblePart(index, { start: 41, end: 46 })).toEqual({ start: 42, end: 45 });
    expect(visiblePart(indexText("\n 🚋 a "), { start: 0, end: 6 })).toEqual({ start: 2, end: 5 });
  });

  it("is all of a claim of nothing but white space", () => {
    expect(visiblePart(indexText("a \n b"), { start: 1, end: 4 })).toEqual({ start: 1, end: 4 });
  });
});
