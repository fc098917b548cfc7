/*
 * Every change a person can make to an annotation, as a pure function from content to content: the same object comes
 * back where nothing changes. The rules for spans are the server's, so that what is shown is what will be stored.
 * All offsets are code points.
 */
import type { TextRange } from "./offsets";

export interface Span extends TextRange {
  id: string;
  label: string;
}

/** A consulted page. All but the address is the server's to say: of a Wikipedia page also what is stored of it. */
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

/** What speaks against a mark: a passage of a snapshot, its place in code points of the snapshot's extract, or nothing there. */
export interface Evidence extends TextRange {
  /** The id of the mark. */
  span: string;
  kind: "passage" | "silent";
  snapshot: number | null;
  exact: string;
  prefix: string;
  suffix: string;
}

/** What an annotator says of an item. Active time is no edit and is kept apart. */
export interface Marking {
  spans: Span[];
  labels: Record<string, string>;
  nothing_to_mark: boolean;
  unsure: boolean;
  comment: string;
  links: Link[];
  evidence: Evidence[];
}

/**
 * Sorted; spans of one label that overlap (start < previous end) become one, under the id of the one that starts first. What
 * does not change stays the same object, so that whoever shows two thousand of them need not look at all of them again.
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

/** The mark a new one has become part of, by uniting. */
export function spanCovering(
  spans: readonly Span[],
  { start, end, label }: Omit<Span, "id">,
): Span | undefined {
  return spans.find((span) => span.label === label && span.start <= start && end <= span.end);
}

/** A mark contradicts "nothing to mark", and the later word counts: it is taken off, in the same undoable step. */
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

/** Evidence follows its mark: into the one that it has become part of, and away with one that is gone. */
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

/** An edge may not pass the other one: a mark is never emptied by moving. */
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

/** Saying that there is nothing to mark takes the marks away; the page asks before, undo brings them back. */
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

/** `null` takes a label that is not required off again. */
export function setLabel(marking: Marking, name: string, choice: string | null): Marking {
  if ((marking.labels[name] ?? null) === choice) return marking;
  const others = Object.entries(marking.labels).filter(([other]) => other !== name);
  return { ...marking, labels: Object.fromEntries(choice === null ? others : [...others, [name, choice]]) };
}

/** What the page is called is the server's to say; where it was found by its title, that is known already. */
export function addLink(marking: Marking, url: string, named = { language: "", title: "" }): Marking {
  if (marking.links.some((link) => link.url === url)) return marking;
  const { language, title } = named;
  return { ...marking, links: [...marking.links, { url, language, title }] };
}

export function removeLink(marking: Marking, url: string): Marking {
  const links = marking.links.filter((link) => link.url !== url);
  return links.length === marking.links.length ? marking : { ...marking, links };
}

/** A passage of a page says that this page is not silent, and the other way round: the later word counts. */
export function addEvidence(marking: Marking, added: Evidence): Marking {
  if (marking.evidence.some((each) => isSame(each, added))) return marking;
  const others = marking.evidence.filter((each) => !contradicts(each, added));
  return { ...marking, evidence: [...others, added] };
}

export function removeEvidence(marking: Marking, removed: Evidence): Marking {
  const evidence = marking.evidence.filter((each) => !isSame(each, removed));
  return evidence.length === marking.evidence.length ? marking : { ...marking, evidence };
}

/** Another passage in the place of one. */
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

/** What a submit still lacks, in the order of the page: marks (or "nothing to mark") first, then evidence for marks, then required labels. */
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
