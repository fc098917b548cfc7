import { afterEach, describe, expect, test, vi } from "vitest";
import { chooseLocale } from "../../i18n";
import type { Locale } from "../../i18n/locales";
import { ago, calendarDay, day, duration, isDated } from "./dates";
import { decimal } from "./decimal";
import { clock, initials, languageName, listed, percent } from "./format";
import { byName } from "./sorting";

const now = new Date(2025, 2, 14, 12, 3, 20);

function before(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

describe("time", () => {
  test("of day has two digits and 24 hours", () => {
    expect(clock(now)).toBe("12:03");
    expect(clock(new Date(2025, 2, 14, 0, 5))).toBe("00:05");
  });

  test.each([
    [0, "just now"],
    [-30, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [59 * 60, "59 minutes ago"],
    [3600, "1 hour ago"],
    [26 * 3600, "yesterday"],
    [3 * 86400, "3 days ago"],
    [7 * 86400, "March 7, 2025"],
  ])("%i seconds ago is %s", (seconds, text) => {
    expect(ago(before(seconds), now)).toBe(text);
  });

  test("long ago is a date", () => {
    expect([6, 7].map((days) => isDated(before(days * 86_400), now))).toEqual([false, true]);
  });

  test.each(["America/Los_Angeles", "Pacific/Auckland"])(
    "of a date without a time is the same day in %s",
    (place) => {
      vi.stubEnv("TZ", place);
      expect(calendarDay("2025-03-14")).toBe("March 14, 2025");
      vi.unstubAllEnvs();
    },
  );

  test("of work is in minutes, then in hours", () => {
    expect(duration(0)).toBe("0 min");
    expect(duration(3540)).toBe("59 min");
    expect(duration(4 * 3600 + 600)).toBe("4 h 10 min");
    expect(duration(3599)).toBe("1 h 0 min");
  });
});

describe("a share", () => {
  test("is rounded, and 100 only if complete", () => {
    expect(percent(0)).toBe("0 %");
    expect(percent(0.256)).toBe("26 %");
    expect(percent(0.999)).toBe("99 %");
    expect(percent(1)).toBe("100 %");
  });

  test("as a decimal has three places", () => {
    expect(decimal(0.7)).toBe("0.700");
    expect(decimal(-0.0505)).toBe("−0.051");
    expect(decimal(-0.0001)).toBe("0.000");
  });
});

describe("a name", () => {
  test("of a language is in English, or its tag", () => {
    expect(languageName("ar")).toBe("Arabic");
    expect(languageName("zh-hant")).toBe("Traditional Chinese");
    expect(languageName("qqx")).toBe("qqx");
    expect(languageName("not a tag")).toBe("not a tag");
  });

  test.each([
    ["Lena Moor", "LM"],
    ["lena", "L"],
    ["Ana María de la Cruz", "AC"],
    ["demo-lead", "DL"],
    ["王小明", "王"],
    ["🦊 Fox", "🦊F"],
    ["", ""],
  ])("%s has the initials %s", (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});

describe("in another language", () => {
  afterEach(() => chooseLocale("en"));

  // Arabic has Latin digits: offsets and figures are compared with files, addresses and key caps.
  test.each<[Locale, string, string, string, string, string, string]>([
    ["fr", "0,700", "26\u202f%", "il y a 5 minutes", "14 mars 2025", "arabe", "Ada, Bo et Chen"],
    ["es", "0,700", "26\u00a0%", "hace 5 minutos", "14 de marzo de 2025", "árabe", "Ada, Bo, Chen"],
    ["ar", "0.700", "26%", "قبل 5 دقائق", "14 مارس 2025", "العربية", "Ada، وBo، وChen"],
  ])("%s: figures, times, names", async (locale, figure, share, passed, date, name, names) => {
    await chooseLocale(locale);
    expect(decimal(0.7)).toBe(figure);
    expect(percent(0.256)).toBe(share);
    expect(ago(before(300), now)).toBe(passed);
    expect(day(now)).toBe(date);
    expect(clock(now)).toBe("12:03");
    expect(languageName("ar")).toBe(name);
    expect(listed(["Ada", "Bo", "Chen"])).toBe(names);
  });

  test("names are sorted by the reader's locale", async () => {
    await chooseLocale("es");
    expect(["zorro", "ñu", "nube", "Árbol", "banco"].toSorted(byName)).toEqual([
      "Árbol",
      "banco",
      "nube",
      "ñu",
      "zorro",
    ]);
    await chooseLocale("ar");
    expect(["ياء", "باء", "ألف"].toSorted(byName)).toEqual(["ألف", "باء", "ياء"]);
  });
});
