import { expect, it } from "vitest";
import { directionOfLanguage } from "./direction";

it.each([
  ["ar", "rtl"],
  ["fa", "rtl"],
  ["ckb", "rtl"],
  ["uz-Arab", "rtl"],
  ["yi", "rtl"],
  ["hi", "ltr"],
  ["zh-Hant-TW", "ltr"],
  ["simple", "ltr"],
  ["not a tag", "ltr"],
])("a page in %s reads %s", (language, direction) => {
  expect(directionOfLanguage(language)).toBe(direction);
});
