import { expect, test } from "vitest";
import type { ComparedItem } from "../../../api/boardTypes";
import { clearlyBetter, isOrder, orderedItems, signed } from "./comparedItems";

const item = (id: string, difference: number, sign = Math.sign(difference)): ComparedItem => ({
  id,
  question: id,
  a: 0,
  b: 0,
  difference,
  sign,
});
const items = [item("small", 0.1), item("lost", -0.5), item("won", 0.4), item("equal", 0)];
const ids = (found: readonly ComparedItem[]) => found.map(({ id }) => id);

test("items are in the order of their difference, or of those that one system wins", () => {
  expect(ids(orderedItems(items, "difference"))).toEqual(["lost", "won", "small", "equal"]);
  expect(ids(orderedItems(items, "a"))).toEqual(["won", "small", "equal", "lost"]);
  expect(ids(orderedItems(items, "b"))).toEqual(["lost", "equal", "small", "won"]);
});

test("the sign decides who is better, also for a metric of which less is better", () => {
  const errors = [item("worse", 0.3, -1), item("better", -0.3, 1)];
  expect(ids(orderedItems(errors, "a"))).toEqual(["better", "worse"]);
  expect(clearlyBetter(errors, 0.2)).toEqual({ a: 1, b: 1 });
});

test("more than a distance is more than it", () => {
  expect(clearlyBetter(items, 0.4)).toEqual({ a: 0, b: 1 });
  expect(clearlyBetter([], 0.2)).toEqual({ a: 0, b: 0 });
});

test.each([
  [0.861, "+0.861"],
  [-0.5571, "−0.557"],
  [0, "0.000"],
  [-0.0001, "0.000"],
])("%d is %s", (value, text) => {
  expect(signed(value)).toBe(text);
});

test("an address may name an order that does not exist", () => {
  expect([isOrder("a"), isOrder("best"), isOrder(null)]).toEqual([true, false, false]);
});
