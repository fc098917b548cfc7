import { expect, test } from "vitest";
import { everyDay, pairsGrid, ratesGrid, share } from "./grids";

const rates = { items: 4, with_gold: 1, gold_characters: 2, characters: 100 };

test("rates are by model and language, items without a model last", () => {
  const grid = ratesGrid(
    [
      { ...rates, language: "fr", model: "" },
      { ...rates, language: "en", model: "larch" },
      { ...rates, language: "en", model: "elm", items: 9 },
    ],
    (a, b) => a.localeCompare(b),
  );
  expect(grid.models).toEqual(["elm", "larch", ""]);
  expect(grid.languages).toEqual(["en", "fr"]);
  expect(grid.at("elm", "en")?.items).toBe(9);
  expect(grid.at("elm", "fr")).toBeUndefined();
});

test("a pair is found in either order", () => {
  const at = pairsGrid([{ first: "a", second: "b", items: 3, agreement: 0.75 }]);
  expect(at("b", "a")?.items).toBe(3);
  expect(at("a", "a")).toBeUndefined();
});

test("the share of nothing is none", () => {
  expect(share(1, 0)).toBe(0);
});

test("days without work are included, and only the last days are shown", () => {
  const days = [
    { day: "2026-02-27", annotations: 2 },
    { day: "2026-03-01", annotations: 5 },
  ];
  expect(everyDay(days, 9).map(({ annotations }) => annotations)).toEqual([2, 0, 5]);
  expect(everyDay(days, 2).map(({ day }) => day)).toEqual(["2026-02-28", "2026-03-01"]);
  expect(everyDay([], 9)).toEqual([]);
});
