/*
 * Where annotators' marks differ. The marks of all annotators are cut into stretches, so that each mark lies in exactly one of
 * them, and the marks in a stretch are compared as a whole: equal ones are one version with its voters.
 * All offsets are code points, half-open.
 */
import type { Span } from "./edits";
import type { TextRange } from "./offsets";

/** A mark without an id. */
export type Mark = Pick<Span, "start" | "end" | "label">;

/** One annotator's marks on the whole text; equal labels do not overlap. */
export interface Vote {
  annotator: string;
  marks: readonly Mark[];
}

/** What some annotators marked in a stretch. No marks: they left it unmarked. */
export interface Version {
  marks: Mark[];
  /** In the order of the votes. Empty for a majority that is nobody's version. */
  annotators: string[];
  /** Whether the majority vote over characters gives these marks. */
  majority: boolean;
}

export interface Stretch extends TextRange {
  /** Whether two annotators differ here. */
  disputed: boolean;
  /** Versions with marks, those with most voters first. */
  versions: Version[];
  unmarked: Version;
}

/**
 * Returns the stretches in reading order. They begin and end where marks do, and no mark reaches from one into another.
 * `majority`: the marks that majority vote over characters gives.
 */
export function stretchesOf(votes: readonly Vote[], majority: readonly Mark[]): Stretch[] {
  const all = [...votes.flatMap(({ marks }) => marks), ...majority];
  return joined(all).map((range) => {
    const unmarked: Version = { marks: [], annotators: [], majority: false };
    const byKey = new Map([["", unmarked]]);
    const versionOf = (marks: readonly Mark[]): Version => {
      const here = marksIn(marks, range);
      const key = keyOf(here);
      const found = byKey.get(key) ?? { marks: here, annotators: [], majority: false };
      byKey.set(key, found);
      return found;
    };
    for (const { annotator, marks } of votes) versionOf(marks).annotators.push(annotator);
    versionOf(majority).majority = true;
    const found = [...byKey.values()];
    return {
      ...range,
      disputed: found.filter(({ annotators }) => annotators.length > 0).length > 1,
      versions: found
        .filter(({ marks }) => marks.length > 0)
        .sort((a, b) => b.annotators.length - a.annotators.length),
      unmarked,
    };
  });
}

/** Returns the ranges that the marks cover; marks that only touch stay apart. */
function joined(marks: readonly Mark[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (start >= end) continue;
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Returns the parts of marks in a range, sorted. */
export function marksIn(marks: readonly Mark[], { start, end }: TextRange): Mark[] {
  return marks
    .map((mark) => ({
      start: Math.max(mark.start, start),
      end: Math.min(mark.end, end),
      label: mark.label,
    }))
    .filter((mark) => mark.start < mark.end)
    .sort(byPlace);
}

const byPlace = (a: Mark, b: Mark) =>
  a.start - b.start || a.end - b.end || (a.label < b.label ? -1 : Number(a.label > b.label));

const keyOf = (marks: readonly Mark[]) =>
  marks.map(({ start, end, label }) => `${start}-${end}-${label}`).join("|");

/** Returns whether the marks in a stretch are those of a version. */
export function isVersion(marks: readonly Mark[], stretch: TextRange, version: Version): boolean {
  return keyOf(marksIn(marks, stretch)) === keyOf(version.marks);
}

/** Returns the version that an annotator's marks are, or undefined for someone who did not vote. */
export function versionOf({ versions, unmarked }: Stretch, annotator: string): Version | undefined {
  return [...versions, unmarked].find(({ annotators }) => annotators.includes(annotator));
}

/** Returns the version of the majority vote. There always is one. */
export function majorityOf({ versions, unmarked }: Stretch): Version {
  return versions.find(({ majority }) => majority) ?? unmarked;
}

/**
 * Returns the spans with the marks of a version in the stretch and unchanged outside of it: a span that reaches out of it is cut at
 * its edges. A span that the version has as well stays the same object.
 */
export function takeVersion(
  spans: readonly Span[],
  stretch: TextRange,
  version: Version,
  newId: () => string,
): Span[] {
  const outside = spans.flatMap((span) => {
    if (span.end <= stretch.start || span.start >= stretch.end) return [span];
    const before = span.start < stretch.start ? [{ ...span, end: stretch.start }] : [];
    const after = span.end > stretch.end ? [{ ...span, start: stretch.end }] : [];
    return [...before, ...after.map((rest) => (before.length > 0 ? { ...rest, id: newId() } : rest))];
  });
  const taken = version.marks.map(
    (mark) => spans.find((span) => keyOf([span]) === keyOf([mark])) ?? { ...mark, id: newId() },
  );
  return [...outside, ...taken].sort(byPlace);
}

/** Returns the stretch that contains an offset. */
export function stretchAt<S extends TextRange>(stretches: readonly S[], offset: number): S | undefined {
  return stretches.find(({ start, end }) => start <= offset && offset < end);
}
