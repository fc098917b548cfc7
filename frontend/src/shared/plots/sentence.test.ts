import { afterEach, expect, test } from "vitest";
import { chooseLocale } from "../../i18n";
import { sentence } from "./sentence";

afterEach(() => chooseLocale("en"));

test("words keep their direction in a drawing, which reads from left to right", async () => {
  expect(sentence("A better · 12")).toBe("A better · 12");
  await chooseLocale("ar");
  expect(sentence("A أفضل · 12")).toBe("\u2067A أفضل · 12\u2069");
});
