import { expect, test } from "vitest";
import { majorityOf, splitText } from "./votes";

const label = {
  name: "supported",
  n: 5,
  counted: 1,
  alpha: null,
  percentage: null,
  ties: 0,
  majority_accuracy: 0.75,
  splits: [],
  undefined: [],
};
const choice = (name: string, majority: number) => ({ name, annotations: 9, majority, shares: [] });

test("votes are written with the most first, and with a zero where all agree", () => {
  expect(splitText([3, 2])).toBe("3\u202f:\u202f2");
  expect(splitText([5])).toBe("5\u202f:\u202f0");
});

test("the majority of most items, of those that have one", () => {
  expect(majorityOf({ ...label, choices: [choice("no", 1), choice("yes", 3)] })).toEqual({
    name: "yes",
    of: 4,
  });
  expect(majorityOf({ ...label, choices: [choice("no", 0), choice("yes", 0)] })).toBeNull();
  expect(majorityOf({ ...label, choices: [] })).toBeNull();
});
