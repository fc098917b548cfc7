import { expect, test } from "vitest";
import { sameLanguage } from "./languages";

test.each([
  ["en", "EN", true],
  ["zh-hans", "zh-Hans", true],
  ["pt-br", "pt_BR", true],
  ["en", "en-GB", false],
  ["en", "", false],
])("%s and %s", (one, other, same) => {
  expect(sameLanguage(one, other)).toBe(same);
});
