/* Languages that the form suggests by name. Any other can be typed as a tag. */

import { languageName } from "../../shared/format/format";

/** ISO 639-1 and a few larger languages without a code of two letters. */
const CODES =
  "af ak am ar as ay az be bg bm bn bo br bs ca ceb ckb co cs cy da de dv ee el en eo es et eu fa ff fi fil fo fr fy ga gd gl gn gu ha haw he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky lb lg ln lo lt lv mg mi mk ml mn mr ms mt my ne nl no ny oc om or pa pl ps pt qu rm ro ru rw sa sc sd si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tl tn to tr ts tt ug uk ur uz vi wo xh yi yo yue zh zu".split(
    " ",
  );

/** Returns the names to suggest, in the locale, with the languages of the project first. */
export function suggestedNames(ofProject: readonly string[]): string[] {
  return [...new Set([...ofProject, ...CODES].map(languageName))];
}

/** Returns the tag of a language that was named in the locale. Anything else is returned as it was typed. */
export function tagOf(name: string, ofProject: readonly string[]): string {
  const wanted = name.trim().toLocaleLowerCase();
  const tags = [...ofProject, ...CODES];
  return tags.find((tag) => languageName(tag).toLocaleLowerCase() === wanted) ?? name.trim();
}
