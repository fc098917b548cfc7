/* Chooses the guidelines for an item. */
import type { Guidelines } from "../../api/types";

/** Returns the guidelines in the item's language, else in its base language (zh for zh-hant), else in English, else the first. */
export function guidelinesFor(all: readonly Guidelines[], language: string): Guidelines | null {
  const wanted = [language, language.split("-", 1)[0], "en"];
  const found = wanted.map((tag) => all.find((each) => each.language === tag)).find(Boolean);
  return found ?? all[0] ?? null;
}
