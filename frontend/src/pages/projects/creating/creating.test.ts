import { expect, test } from "vitest";
import { slugOf, tagsIn } from ".";

test.each([
  ["Harbour facts", "harbour-facts"],
  ["  Déjà vu, 2nd ed. ", "deja-vu-2nd-ed"],
  ["موانئ", ""],
  ["x".repeat(70), "x".repeat(50)],
  [`${"x".repeat(49)} y`, "x".repeat(49)],
])("the address of “%s” is “%s”", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("languages are separated by commas or spaces and deduplicated", () => {
  expect(tagsIn(" EN, AR،zh-Hant  EN;fr ")).toEqual(["EN", "AR", "zh-Hant", "fr"]);
  expect(tagsIn(" ")).toEqual([]);
});
