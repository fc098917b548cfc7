/* What the types of the tables cannot see. Every table in the source is read. */
import { describe, expect, test } from "vitest";
import { complete, intlTag, isLocale, type Locale } from "./locales";
import type { Message, Table } from "./types";

const files = import.meta.glob<Table>("./**/??.ts", { import: "default", eager: true });

const tables = Object.entries(files).flatMap(([path, table]) => {
  const [, folder = "", locale = ""] = /^(.*)\/(\w+)\.ts$/.exec(path) ?? [];
  return isLocale(locale) ? [{ folder, locale, table }] : [];
});
const folders = [...new Set(tables.map(({ folder }) => folder))];

function tableOf(folder: string, locale: Locale): Table | undefined {
  return tables.find((each) => each.folder === folder && each.locale === locale)?.table;
}

function formsOf(message: Message): [string, string][] {
  return typeof message === "string" ? [["", message]] : Object.entries(message);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}

/** The parameters of a message; `n` may be said in words in one form or another. */
function parameters(message: Message | undefined): string[] {
  const names = formsOf(message ?? "").flatMap(([, text]) => namesIn(text));
  return [...new Set(names)].sort();
}

test("there are tables in every folder with texts", () => {
  expect(folders.length).toBeGreaterThan(5);
  expect(folders).toContain(".");
});

describe.each(folders)("the texts in %s", (folder) => {
  const english = tableOf(folder, "en") ?? {};

  test.each(Object.keys(complete).filter(isLocale))("are whole in %s", (locale) => {
    const table = tableOf(folder, locale) ?? {};
    expect(Object.keys(table).sort()).toEqual(Object.keys(english).sort());
  });

  const translated = tables.filter((each) => each.folder === folder);

  test.each(translated)("have English's parameters in $locale", ({ table }) => {
    for (const [key, message] of Object.entries(table)) {
      expect({ key, names: parameters(message) }).toEqual({ key, names: parameters(english[key]) });
    }
  });

  test.each(translated)("have the plural forms of $locale", ({ locale, table }) => {
    const categories: string[] = new Intl.PluralRules(intlTag(locale)).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(table)) {
      const forms = formsOf(message).map(([form]) => form);
      if (typeof message === "string") continue;
      expect(categories, key).toEqual(expect.arrayContaining(forms));
      expect([...forms, "many"], key).toEqual(expect.arrayContaining(locale === "ar" ? categories : forms));
    }
  });

  test.each(translated)("have no blank, doubled or loose spaces in $locale", ({ table }) => {
    const texts = Object.entries(table).flatMap(([key, message]) =>
      formsOf(message).map(([form, text]) => ({ key, form, text })),
    );
    for (const each of texts) {
      expect(each).not.toMatchObject({ text: "" });
      expect(each).not.toMatchObject({ text: expect.stringMatching(/ {2}/) });
    }
  });

  test("keep French punctuation with its word (\\u00a0 before : and inside « », \\u202f before ; ? ! %)", () => {
    const texts = Object.values(tableOf(folder, "fr") ?? {}).flatMap((message) => formsOf(message));
    for (const [, text] of texts) expect(text).not.toMatch(/ [:;?!%»]|« /);
  });
});
