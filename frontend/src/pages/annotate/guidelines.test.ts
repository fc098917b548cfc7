import { describe, expect, it } from "vitest";
import { guidelinesFor } from "./guidelines";

const inLanguages = (...languages: string[]) =>
  languages.map((language) => ({
    language,
    version: 1,
    html: `<p>${language}</p>`,
    accepted: 0,
    to_read: false,
  }));
const chosen = (all: string[], language: string) => guidelinesFor(inLanguages(...all), language)?.language;

describe("the guidelines of an item", () => {
  it("are those in the item's language", () => {
    expect(chosen(["en", "ar", "zh-hant"], "ar")).toBe("ar");
    expect(chosen(["en", "zh", "zh-hant"], "zh-hant")).toBe("zh-hant");
  });

  it("are those in a broader form of it, before English", () => {
    expect(chosen(["en", "zh"], "zh-hant")).toBe("zh");
  });

  it("are in English if the item's language has none, otherwise the first", () => {
    expect(chosen(["ar", "en"], "hi")).toBe("en");
    expect(chosen(["ar", "fa"], "hi")).toBe("ar");
  });

  it("may be missing", () => {
    expect(guidelinesFor([], "en")).toBeNull();
  });
});
