/* The query of the review queue in the address: ?kind=&language=&n=&draw=&reviewed=, or ?annotator= in the place of a language.
   Without a language it has all. */

import type { ReviewKind, ReviewQuery } from "../../../api/review";

export const KINDS: readonly ReviewKind[] = ["fastest", "agreement", "nothing", "unsure", "random"];
export const COUNTS: readonly number[] = [10, 20, 50, 100];
const COUNT = 20;

/** What the address does not know is left as it is at first. */
export function queueQueryOf(parameters: URLSearchParams, languages: readonly string[]): ReviewQuery {
  const language = parameters.get("language") ?? "";
  const n = Number(parameters.get("n"));
  const draw = Number(parameters.get("draw"));
  return {
    language: languages.includes(language) ? language : "",
    annotator: parameters.get("annotator") ?? "",
    kind: KINDS.find((kind) => kind === parameters.get("kind")) ?? "fastest",
    n: COUNTS.includes(n) ? n : COUNT,
    draw: Number.isInteger(draw) && draw > 0 && draw <= 1_000_000 ? draw : 0,
    reviewed: parameters.get("reviewed") === "1",
  };
}

/** As the end of an address; the number of a draw only where something is drawn. */
export function addressOf({ language, annotator, kind, n, draw, reviewed }: ReviewQuery): string {
  const parameters = new URLSearchParams({
    kind,
    ...(annotator ? { annotator } : language && { language }),
    ...(n !== COUNT && { n: String(n) }),
    ...(kind === "random" && draw > 0 && { draw: String(draw) }),
    ...(reviewed && { reviewed: "1" }),
  });
  return `?${parameters.toString()}`;
}
