import { afterEach, describe, expect, test } from "vitest";
import { chooseLocale, messages, t, textsReady } from ".";
import { completed } from "./catalogues.svelte";
import { bestLocale } from "./locales";

const own = messages({
  en: () =>
    Promise.resolve({
      default: {
        saved: "Saved {time}",
        marks: { one: "{n} mark", other: "{n} marks" },
        left: { one: "{n} answer left in {project}", other: "{n} answers left in {project}" },
      } as const,
    }),
  fr: () =>
    Promise.resolve({
      default: {
        saved: "Enregistré {time}",
        marks: { one: "{n} marque", other: "{n} marques" },
        left: { one: "{n} réponse dans {project}", other: "{n} réponses dans {project}" },
      } as const,
    }),
  es: () =>
    Promise.resolve({
      default: {
        saved: "Guardado {time}",
        marks: { one: "{n} marca", other: "{n} marcas" },
        left: { one: "{n} respuesta en {project}", other: "{n} respuestas en {project}" },
      } as const,
    }),
  ar: () =>
    Promise.resolve({
      default: {
        saved: "حُفظ {time}",
        marks: {
          zero: "لا علامات",
          one: "علامة واحدة",
          two: "علامتان",
          few: "{n} علامات",
          many: "{n} علامة!",
          other: "{n} علامة",
        },
        left: {
          zero: "{project} 0",
          one: "{project} 1",
          two: "{project} 2",
          few: "{project} {n}",
          many: "{project} {n}",
          other: "{project} {n}",
        },
      } as const,
    }),
});

afterEach(() => chooseLocale("en"));

describe("a message", () => {
  test("without parameters is its text", () => {
    expect(t("app.retry")).toBe("Try again");
  });

  test("has its parameters filled in", () => {
    expect(own("saved", { time: "12:03" })).toBe("Saved 12:03");
  });

  test("takes the plural that belongs to n", () => {
    expect(own("marks", { n: 0 })).toBe("0 marks");
    expect(own("marks", { n: 1 })).toBe("1 mark");
    expect(own("marks", { n: 2 })).toBe("2 marks");
  });

  test("writes numbers with separators, and strings as they are", () => {
    expect(own("left", { n: 12345, project: "12345" })).toBe("12,345 answers left in 12345");
  });

  test("does not read a parameter's value as a pattern", () => {
    expect(own("saved", { time: "{time} $& $1" })).toBe("Saved {time} $& $1");
  });

  test("keeps the shared texts beside a page's own", () => {
    expect(own("nav.items")).toBe("Items");
  });

  test("with a wrong key or parameter does not compile", () => {
    // @ts-expect-error a key that is in no table
    expect(own("nothing")).toBe("nothing");
    // @ts-expect-error the parameter is called `time`
    expect(own("saved", { hour: "12" })).toBe("Saved {time}");
  });

  test("isolates a name that runs the other way", () => {
    expect(own("saved", { time: "سلمى" })).toBe("Saved \u2068سلمى\u2069");
  });
});

describe("another locale", () => {
  test("has its own texts, and names and numbers stay whole in them", async () => {
    await chooseLocale("ar");
    expect(t("app.retry")).toBe("أعد المحاولة");
    expect(own("saved", { time: "Lena" })).toBe("حُفظ \u2068Lena\u2069");
    expect(own("marks", { n: 12345 })).toBe("12,345 علامة!");
  });

  test.each([
    [0, "لا علامات"],
    [1, "علامة واحدة"],
    [2, "علامتان"],
    [3, "3 علامات"],
    [10, "10 علامات"],
    [11, "11 علامة!"],
    [99, "99 علامة!"],
    [100, "100 علامة"],
    [102, "102 علامة"],
    [103, "103 علامات"],
  ])("counts %i in Arabic with its own form", async (n, text) => {
    await chooseLocale("ar");
    expect(own("marks", { n })).toBe(text);
  });

  test("takes the singular for nought and one in French, and `other` where a table has no form for millions", async () => {
    await chooseLocale("fr");
    expect(own("marks", { n: 0 })).toBe("0 marque");
    expect(own("marks", { n: 1 })).toBe("1 marque");
    expect(own("marks", { n: 1_000_000 })).toBe(
      "1 000 000 marques".replaceAll(" ", "\u202f").replace("\u202fm", " m"),
    );
  });

  test("turns the page round", async () => {
    const { documentElement: page } = document;
    await chooseLocale("ar");
    expect([page.lang, page.dir]).toEqual(["ar", "rtl"]);
    await chooseLocale("es");
    expect([page.lang, page.dir]).toEqual(["es", "ltr"]);
  });

  test("shows when all of its tables are there, and the last choice wins", async () => {
    const texts = () => Promise.resolve({ default: { late: "…" } as const });
    messages({ en: texts, fr: texts, es: texts, ar: texts });
    const first = chooseLocale("fr");
    expect(t("app.close")).toBe("Close");
    await Promise.all([first, chooseLocale("es")]);
    expect(t("app.close")).toBe("Cerrar");
  });

  test("that cannot be loaded leaves the one that is there", async () => {
    let broken = true;
    const texts = () => Promise.resolve({ default: { ask: "?" } as const });
    const late = messages({
      en: texts,
      fr: () => (broken ? Promise.reject(new Error("cut")) : texts()),
      es: texts,
      ar: texts,
    });
    await textsReady();
    await expect(chooseLocale("fr")).rejects.toThrow("cut");
    expect(t("app.close")).toBe("Close");
    expect(document.documentElement.lang).toBe("en");
    broken = false;
    await chooseLocale("fr");
    expect(late("ask")).toBe("?");
    expect(t("app.close")).toBe("Fermer");
  });
});

describe("the locale of a browser", () => {
  test.each([
    [["fr-CA", "en"], "fr"],
    [["de", "es-419", "en"], "es"],
    [["ar-EG"], "ar"],
    [["AR"], "ar"],
    [["de", "zh-Hant"], "en"],
    [["art-x-klingon"], "en"],
    [[], "en"],
  ])("with %j is %s", (preferred, locale) => {
    expect(bestLocale(preferred)).toBe(locale);
  });
});

test("a translation that has been begun is completed from English, which one sees while developing", () => {
  const english = { here: "Here", there: "There", marks: { one: "{n} mark", other: "{n} marks" } };
  expect(completed(english, { here: "Hier" }, false)).toEqual({ ...english, here: "Hier" });
  expect(completed(english, { here: "Hier" }, true)).toEqual({
    here: "Hier",
    there: "⟦There⟧",
    marks: { one: "⟦{n} mark⟧", other: "⟦{n} marks⟧" },
  });
});
