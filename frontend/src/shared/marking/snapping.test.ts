// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../preferences/preferences.svelte";
import { chooseSnap, firstSnap, snapFor } from "./snapping";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe("the default of snapping", () => {
  it.each(["zh", "zh-Hant", "zh-TW", "yue", "ja", "th", "lo", "km", "my", "my-MM", "bo"])(
    "to characters in %s, which writes no blanks between words",
    (language) => {
      expect(firstSnap(language, "any text")).toBe("characters");
    },
  );

  it.each(["en", "ar", "fa", "hi", "bn", "gu", "ml", "te", "ko", "vi", "fr", "zh-Latn"])(
    "to words in %s",
    (language) => {
      expect(firstSnap(language, "任何文本")).toBe("words");
    },
  );

  it("follows the script of the text if the language has no default", () => {
    for (const language of ["und", "mul", "", "not a language"]) {
      expect(firstSnap(language, "第一座灯塔建于1884年 (Venn)")).toBe("characters");
      expect(firstSnap(language, "The light of 灯塔 was lit.")).toBe("words");
      expect(firstSnap(language, "1884")).toBe("words");
    }
  });
});

describe("the choice of snapping", () => {
  it("is stored per user and language", () => {
    expect(snapFor("en", "Any text")).toBe("words");
    chooseSnap("en", "characters");
    expect(snapFor("en", "Any text")).toBe("characters");
    expect(snapFor("ar", "نص")).toBe("words");
    chooseSnap("zh", "words");
    expect(preferences.snap).toEqual({ en: "characters", zh: "words" });
  });
});
