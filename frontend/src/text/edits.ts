/*
 * The edits of an annotation as pure functions from content to content. They return the same object if nothing changes. The
 * rules for spans are those of the server, so that the page shows what will be stored.
 * All offsets are code points.
 */
import type { TextRange } from "./offsets";

export interface Span extends TextRange {
  id: string;
  label: string;
}

/** A consulted page. The server sets everything but the address. */
export interface Link {
  url: string;
  language: string;
  title: string;
  kind?: "wikipedia" | "other";
  revision?: string;
  reference?: number | null;
  state?: "none" | "waiting" | "stored" | "failed" | "missing";
  problem_code?: string;
  problem?: string;
}

/** Evidence for a mark: a passage of a snapshot in code points of its extract, or the statement that the page is silent. */
export interface Evidence extends TextRange {
  /** The id of the mark. */
  span: string;
  kind: "passage" | "silent";
  snapshot: number | null;
  exact: string;
  prefix: string;
  suffix: string;
}

/** What an annotator did with a suggestion of a source. */
export type Decision = "accepted" | "dismissed";

/** What an annotator says about an item, without the active time. */
export interface Marking {
  spans: Span[];
  labels: Record<string, string>;
  nothing_to_mark: boolean;
  unsure: boolean;
  comment: string;
  links: Link[];
  evidence: Evidence[];
  /** Where suggestions are visible: the decisions, by the id of the suggestion. */
  suggestions?: Readonly<Record<string, Decision>>;
  /** Where the unit is the claim: the positions of those that the person has judged. It is not sent. */
  judged?: readonly number[];
}

/** Returns whether what is sent of two versions is the same. */
export function sendsTheSame(one: Marking, other: Marking): boolean {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => name === "judged" || others.get(name) === value);
}

/**
 * Returns the spans sorted, with overlapping spans of one label (start < previous end) united under the id of the first one.
 * Unchanged spans stay the same objects, so that a list of two thousand of them renders only the changed ones.
 */
export function unite(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  const last = new Map<string, number>();
  for (const span of [...spans].sort(byStorageOrder)) {
    const position = last.get(span.label);
    const previous = position === undefined ? undefined : united[position];
    if (position === undefined || !previous || span.start >= previous.end) {
      last.set(span.label, united.push(span) - 1);
    } else if (span.end > previous.end) {
      united[position] = { ...previous, end: span.end };
    }
  }
  return united;
}

function byStorageOrder(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end || (a.label < b.label ? -1 : Number(a.label > b.label));
}

/** Returns the span that a new span was united with. */
export function spanCovering(
  spans: readonly Span[],
  { start, end, label }: Omit<Span, "id">,
): Span | undefined {
  return spans.find((span) => span.label === label && span.start <= start && end <= span.end);
}

/** Adds a span. It contradicts "nothing to mark", which is removed in the same step. */
export function addSpan(marking: Marking, span: Span): Marking {
  if (span.start >= span.end) return marking;
  if (spanCovering(marking.spans, span) && !marking.nothing_to_mark) return marking;
  return { ...withSpans(marking, [...marking.spans, span]), nothing_to_mark: false };
}

export function removeSpan(marking: Marking, id: string): Marking {
  const spans = marking.spans.filter((span) => span.id !== id);
  return spans.length === marking.spans.length ? marking : withSpans(marking, spans);
}

export function clearSpans(marking: Marking): Marking {
  return marking.spans.length === 0 ? marking : withSpans(marking, []);
}

/** Moves evidence to the span that its span was united with, and removes the evidence of removed spans. */
function withSpans(marking: Marking, given: readonly Span[]): Marking {
  const spans = unite(given);
  if (marking.evidence.length === 0) return { ...marking, spans };
  const byId = new Map(given.map((span) => [span.id, span]));
  const evidence = marking.evidence.flatMap((each) => {
    const of = byId.get(each.span);
    const span = of && spanCovering(spans, of)?.id;
    return span === undefined ? [] : [span === each.span ? each : { ...each, span }];
  });
  return { ...marking, spans, evidence: unrepeated(evidence) };
}

/** Moves an edge. It stops before the other edge, so that no span becomes empty. */
export function moveEdge(marking: Marking, id: string, edge: "start" | "end", offset: number): Marking {
  const span = marking.spans.find((candidate) => candidate.id === id);
  if (!span || span[edge] === offset) return marking;
  const moved = { ...span, [edge]: offset };
  if (moved.start >= moved.end) return marking;
  return withSpans(
    marking,
    marking.spans.map((other) => (other === span ? moved : other)),
  );
}

export function relabelSpan(marking: Marking, id: string, label: string): Marking {
  const span = marking.spans.find((candidate) => candidate.id === id);
  if (!span || span.label === label) return marking;
  return withSpans(
    marking,
    marking.spans.map((other) => (other === span ? { ...span, label } : other)),
  );
}

/** Sets "nothing to mark" and removes all spans. The page asks before, and undo restores them. */
export function setNothingToMark(marking: Marking, on: boolean): Marking {
  if (marking.nothing_to_mark === on) return marking;
  return { ...(on ? withSpans(marking, []) : marking), nothing_to_mark: on };
}

export function setUnsure(marking: Marking, on: boolean): Marking {
  return marking.unsure === on ? marking : { ...marking, unsure: on };
}

export function setComment(marking: Marking, comment: string): Marking {
  return marking.comment === comment ? marking : { ...marking, comment };
}

/** Sets an item label; `null` removes one that is not required. */
export function setLabel(marking: Marking, name: string, choice: string | null): Marking {
  if ((marking.labels[name] ?? null) === choice) return marking;
  const others = Object.entries(marking.labels).filter(([other]) => other !== name);
  return { ...marking, labels: Object.fromEntries(choice === null ? others : [...others, [name, choice]]) };
}

/** Adds a link. The server sets its title, which is known already if the page was found by title. */
export function addLink(marking: Marking, url: string, named = { language: "", title: "" }): Marking {
  if (marking.links.some((link) => link.url === url)) return marking;
  const { language, title } = named;
  return { ...marking, links: [...marking.links, { url, language, title }] };
}

export function removeLink(marking: Marking, url: string): Marking {
  const links = marking.links.filter((link) => link.url !== url);
  return links.length === marking.links.length ? marking : { ...marking, links };
}

/** Adds evidence. A passage replaces the statement that the same page is silent, and the other way round. */
export function addEvidence(marking: Marking, added: Evidence): Marking {
  if (marking.evidence.some((each) => isSame(each, added))) return marking;
  const others = marking.evidence.filter((each) => !contradicts(each, added));
  return { ...marking, evidence: [...others, added] };
}

export function removeEvidence(marking: Marking, removed: Evidence): Marking {
  const evidence = marking.evidence.filter((each) => !isSame(each, removed));
  return evidence.length === marking.evidence.length ? marking : { ...marking, evidence };
}

/** Replaces a passage by another one. */
export function replaceEvidence(marking: Marking, old: Evidence, next: Evidence): Marking {
  if (isSame(old, next) || !marking.evidence.some((each) => isSame(each, old))) return marking;
  const evidence = marking.evidence.map((each) => (isSame(each, old) ? next : each));
  return { ...marking, evidence: unrepeated(evidence) };
}

function contradicts(a: Evidence, b: Evidence): boolean {
  return a.span === b.span && a.kind !== b.kind && a.snapshot === b.snapshot;
}

function unrepeated(evidence: Evidence[]): Evidence[] {
  return evidence.filter((each, position) => evidence.findIndex((other) => isSame(other, each)) === position);
}

function isSame(a: Evidence, b: Evidence): boolean {
  return (
    a.span === b.span &&
    a.kind === b.kind &&
    a.snapshot === b.snapshot &&
    a.start === b.start &&
    a.end === b.end
  );
}

export interface Requirements {
  uses_spans: boolean;
  evidence: string;
  item_labels: readonly { name: string; required: boolean }[];
}

/** Returns what a submit lacks: marks (or "nothing to mark"), evidence, required item labels. */
export interface Missing {
  marks: boolean;
  /** The ids of marks without any. */
  evidence: string[];
  labels: string[];
}

export function missing(marking: Marking, scheme: Requirements): Missing {
  return {
    marks: scheme.uses_spans && marking.spans.length === 0 && !marking.nothing_to_mark,
    evidence: scheme.evidence === "required" ? unproven(marking) : [],
    labels: scheme.item_labels
      .filter(({ name, required }) => required && !marking.labels[name])
      .map(({ name }) => name),
  };
}

function unproven({ spans, evidence }: Marking): string[] {
  const proven = new Set(evidence.map(({ span }) => span));
  return spans.filter(({ id }) => !proven.has(id)).map(({ id }) => id);
}
