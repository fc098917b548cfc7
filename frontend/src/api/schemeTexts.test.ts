import { afterEach, expect, test } from "vitest";
import { chooseLocale } from "../i18n";
import { inReadersLanguage } from "./schemeTexts";
import type { Scheme } from "./types";

const choice = (name: string, texts: Record<string, string>) => ({ name, text: `${name}!`, texts, key: "" });
const scheme: Scheme = {
  version: 1,
  uses_spans: true,
  unit: "characters",
  evidence: "off",
  consistency_rules: [],
  span_labels: [{ name: "made-up", text: "Made up", texts: { ar: "مختلق" }, color: 1, key: "" }],
  item_labels: [
    {
      name: "style",
      text: "Style",
      texts: { ar: "الأسلوب", fr: "Style" },
      required: true,
      choices: [choice("good", { ar: "جيد" }), choice("bad", {})],
    },
  ],
};

afterEach(() => chooseLocale("en"));

test("texts follow the language of the interface, and fall back to the text", async () => {
  const shown = inReadersLanguage(scheme);
  const texts = () => [
    shown.span_labels[0]?.text,
    shown.item_labels[0]?.text,
    ...(shown.item_labels[0]?.choices.map(({ text }) => text) ?? []),
  ];
  expect(texts()).toEqual(["Made up", "Style", "good!", "bad!"]);
  await chooseLocale("ar");
  expect(texts()).toEqual(["مختلق", "الأسلوب", "جيد", "bad!"]);
  await chooseLocale("es");
  expect(texts()).toEqual(["Made up", "Style", "good!", "bad!"]);
});

test("names, keys and the stored scheme stay as they are", async () => {
  await chooseLocale("ar");
  const shown = inReadersLanguage(scheme);
  expect(shown.span_labels[0]).toMatchObject({ name: "made-up", key: "", color: 1 });
  expect(shown.item_labels[0]?.choices.map(({ name }) => name)).toEqual(["good", "bad"]);
  expect(scheme.span_labels[0]?.text).toBe("Made up");
});
