/* Compares two versions of one annotation. */
import type { AnnotationState, Content } from "../api/types";
import type { Span } from "../text/edits";

export const NOTHING_SAID: Content = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
};

export const NEVER_SAVED: AnnotationState = {
  revision: 0,
  submitted_revision: null,
  status: "new",
  surplus: false,
  saved_at: null,
  content: NOTHING_SAID,
};

/** Returns whether two versions differ at most in active time, ids of spans and what the server adds to links. */
export function sameContent(one: Content, other: Content): boolean {
  return one.spans.length === other.spans.length && comparable(one) === comparable(other);
}

function comparable(content: Content): string {
  const { spans, labels, links, evidence, suggestions, ...rest } = {
    evidence: [],
    suggestions: {},
    ...content,
  };
  const places = new Map(spans.map(({ id, start, end, label }) => [id, [start, end, label]]));
  return JSON.stringify([
    [...places.values()].sort(),
    Object.entries(labels).sort(),
    Object.entries(suggestions).sort(),
    links.map(({ url }) => url),
    evidence
      .map(({ span, kind, snapshot, start, end }) => [places.get(span), kind, snapshot, start, end])
      .sort(),
    Object.entries({ ...rest, active_seconds: 0 }).sort(),
  ]);
}

const same = (one: Span) => (other: Span) =>
  one.start === other.start && one.end === other.end && one.label === other.label;

/** Returns the spans of the first version that the other one does not have. */
export function onlyIn(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.filter((span) => !others.some(same(span)));
}
