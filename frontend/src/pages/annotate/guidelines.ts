/* The project's guidelines come in several languages; a person reads one. */
import type { Guidelines } from "../../api/types";

/** Those in the item's language, else in a wider form of it (zh for zh-hant), else in English, else the first there are. */
export function guidelinesFor(all: readonly Guidelines[], language: string): Guidelines | null {
  const wanted = [language, language.split("-", 1)[0], "en"];
  const found = wanted.map((tag) => all.find((each) => each.language === tag)).find(Boolean);
  return found ?? all[0] ?? null;
}
