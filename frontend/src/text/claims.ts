/*
 * Claims: the fixed stretches of an answer that are judged one by one, if the unit of the scheme is the claim. An incorrect claim is
 * a span with exactly its edges. Only the page knows which claims have been judged; after a submission all are.
 */
import { addSpan, relabelSpan, removeSpan, type Marking, type Span } from "./edits";
import type { TextIndex, TextRange } from "./offsets";

export type Judgement = "open" | "correct" | "incorrect";

export const toClaims = (pairs: readonly (readonly number[])[]): TextRange[] =>
  pairs.map(([start = 0, end = 0]) => ({ start, end }));

/** Returns the span that makes a claim incorrect. */
export function spanOf(spans: readonly Span[], claim: TextRange | undefined): Span | undefined {
  return claim && spans.find(({ start, end }) => start === claim.start && end === claim.end);
}

export function judgements(marking: Marking, claims: readonly TextRange[]): Judgement[] {
  const incorrect = new Set(marking.spans.map(({ start, end }) => `${start}-${end}`));
  const judged = new Set(marking.judged);
  return claims.map(({ start, end }, position) => {
    if (incorrect.has(`${start}-${end}`)) return "incorrect";
    return marking.nothing_to_mark || judged.has(position) ? "correct" : "open";
  });
}

/** Makes a claim incorrect, with this label in the place of another one. */
export function judgeIncorrect(
  marking: Marking,
  claims: readonly TextRange[],
  position: number,
  span: { id: string; label: string },
): Marking {
  const claim = claims[position];
  if (!claim) return marking;
  const found = spanOf(marking.spans, claim);
  const marked = found
    ? relabelSpan(marking, found.id, span.label)
    : addSpan(whole(marking, claims), { ...claim, ...span });
  return withJudged(marked, claims, [position]);
}

/** Makes claims correct. */
export function judgeCorrect(
  marking: Marking,
  claims: readonly TextRange[],
  positions: readonly number[],
): Marking {
  const found = positions.flatMap((position) => spanOf(marking.spans, claims[position]) ?? []);
  const rest = found.reduce((before, { id }) => removeSpan(before, id), marking);
  return withJudged(rest, claims, positions);
}

/** "Nothing to mark" says that all claims are correct. One of them is not any more, so that the others are to be remembered. */
function whole(marking: Marking, claims: readonly TextRange[]): Marking {
  return marking.nothing_to_mark ? { ...marking, judged: claims.map((_, position) => position) } : marking;
}

function withJudged(marking: Marking, claims: readonly TextRange[], added: readonly number[]): Marking {
  const judged = [...new Set([...(marking.judged ?? []), ...added])];
  const same = judged.length === marking.judged?.length;
  return allCorrect(same ? marking : { ...marking, judged }, claims);
}

/** If all claims are correct, there is nothing to mark. */
export function allCorrect(marking: Marking, claims: readonly TextRange[]): Marking {
  const none = judgements(marking, claims).every((judgement) => judgement === "correct");
  return none === marking.nothing_to_mark ? marking : { ...marking, nothing_to_mark: none };
}

/** Returns the first claim that is not judged, from a position on and around; -1 if all are. */
export function nextOpen(states: readonly Judgement[], from: number): number {
  const after = states.indexOf("open", from);
  return after < 0 ? states.indexOf("open") : after;
}

/** Returns the claim without white space at its ends, which no line is drawn under. */
export function visiblePart(index: TextIndex, claim: TextRange): TextRange {
  const text = index.slice(claim.start, claim.end);
  const inner = text.trim();
  if (!inner) return claim;
  const start = claim.start + [...text.slice(0, text.indexOf(inner))].length;
  return { start, end: start + [...inner].length };
}

/** Returns the claim around an offset. */
export function claimAt(claims: readonly TextRange[], offset: number): TextRange | undefined {
  return claims.find(({ start, end }) => start <= offset && offset < end);
}

/** Returns the claims whose visible part shares a character with the range. */
export function claimsWithin(
  index: TextIndex,
  claims: readonly TextRange[],
  range: TextRange,
): readonly TextRange[] {
  return claims.filter((claim) => {
    const { start, end } = visiblePart(index, claim);
    return start < range.end && range.start < end;
  });
}

/** Returns the positions of the claims that begin in the same sentence as this one. */
export function sentenceOf(
  index: TextIndex,
  claims: readonly TextRange[],
  position: number,
  language: string,
): number[] {
  const segmented = sentences(language).segment(index.text);
  const sentence = (claim: TextRange) =>
    segmented.containing(index.toUtf16(visiblePart(index, claim).start))?.index;
  const claim = claims[position];
  const here = claim && sentence(claim);
  return claims.flatMap((other, place) => (sentence(other) === here ? [place] : []));
}

/** Returns a segmenter for the default language if the tag is unknown. */
function sentences(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: "sentence" });
  } catch {
    return new Intl.Segmenter("und", { granularity: "sentence" });
  }
}

/** Returns the step through the claims of an arrow key: left and right follow the direction of the text. */
export function stepOf(code: string, direction: string): -1 | 0 | 1 {
  if (code !== "ArrowLeft" && code !== "ArrowRight") return 0;
  return (code === "ArrowRight") === (direction === "ltr") ? 1 : -1;
}
