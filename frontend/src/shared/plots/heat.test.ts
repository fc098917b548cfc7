import { expect, test } from "vitest";
import { heatStep, KAPPA_ENDS, PAIR_ENDS, stepTexts } from "./heat";

test("a pair of annotators has the step of its agreement, from one half to one", () => {
  expect([0.5, 0.599, 0.6, 0.7, 0.85, 0.9, 0.95, 1].map((value) => heatStep(value, PAIR_ENDS))).toEqual([
    0, 0, 1, 2, 3, 4, 5, 5,
  ]);
});

test("κ below chance has the first step", () => {
  expect([-1, -0.01, 0, 0.2, 0.41, 0.61, 0.8].map((value) => heatStep(value, KAPPA_ENDS))).toEqual([
    0, 0, 1, 2, 3, 4, 5,
  ]);
});

test("a legend names every step by its ends", () => {
  expect(stepTexts(PAIR_ENDS)).toEqual(["< 0.6", "0.6–0.7", "0.7–0.8", "0.8–0.9", "0.9–0.95", "≥ 0.95"]);
  expect(stepTexts(KAPPA_ENDS)[0]).toBe("< 0");
});
