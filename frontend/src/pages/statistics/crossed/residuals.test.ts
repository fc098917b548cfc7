import { expect, test } from "vitest";
import { residualDepth, residualText } from "./residuals";

test("residuals have a sign and three decimals", () => {
  expect([3.243, -2.3026, 0].map(residualText)).toEqual(["+3.243", "\u22122.303", "+0.000"]);
});

test("a cell is deeper beyond 1, 2 and 3 in either direction", () => {
  expect([0.99, -1, 2.4, -3.1].map(residualDepth)).toEqual([0, 1, 2, 3]);
});
