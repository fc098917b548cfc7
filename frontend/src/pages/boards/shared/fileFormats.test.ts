import { expect, test } from "vitest";
import { comparisonFile } from "../../../api/boards";
import { figureFormats, formatLinks, tableFormats } from "./fileFormats";

test("each format has its name and the address of its file", () => {
  expect(formatLinks(tableFormats, (ending) => `/board.${ending}`)).toEqual([
    ["CSV", "/board.csv"],
    ["JSON", "/board.json"],
    ["LaTeX", "/board.tex"],
  ]);
  expect(formatLinks(figureFormats, (ending) => ending).at(-1)).toEqual(["SVG", "svg"]);
});

test("a file of a comparison names both systems and the metric", () => {
  const address = "/api/v1/tasks/lantern/compare/files/items.tex";
  expect(comparisonFile("lantern", "items.tex", { a: 12, b: 3 })).toBe(`${address}?a=12&b=3`);
  expect(comparisonFile("lantern", "items.tex", { a: 12, b: 3, metric: "rho" })).toBe(
    `${address}?a=12&b=3&metric=rho`,
  );
});
