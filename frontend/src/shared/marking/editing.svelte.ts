/*
 * The content and the selection of an item that is being edited. Every change goes through `apply`, so that it can be undone and
 * saved.
 */
import type { ConsistencyRule, Content, Scheme, WorkItem } from "../../api/types";
import { brokenRules } from "../../text/consistency";
import * as edits from "../../text/edits";
import * as steps from "../../text/history";
import { indexText, type TextRange } from "../../text/offsets";
import { byReadingOrder } from "../../text/segments";
import { newSpanId } from "../../saving/ids";
import { lastLabel, rememberLabel } from "./labels";
import { t } from "../../i18n/annotate";
import { shortened } from "./quotes";
import { ReferenceTools } from "./referenceTools";

/** Characters that cannot be stored: NUL and lone surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** A second submit within this time is taken for the same click or key press, and answers no question. */
const SAME_GESTURE_MS = 400;

const nothingMissing: edits.Missing = { marks: false, evidence: [], labels: [] };

export type Edge = "start" | "end";

export abstract class Editing {
  readonly index;
  readonly referenceTools = new ReferenceTools();

  #history: steps.History<edits.Marking> = $state.raw(steps.begin(empty));
  readonly marking = $derived(this.#history.present);
  readonly canUndo = $derived(this.#history.past.length > 0);
  readonly canRedo = $derived(this.#history.future.length > 0);
  readonly spans = $derived([...this.marking.spans].sort(byReadingOrder));

  selectedId: string | null = $state(null);
  hoveredId: string | null = $state(null);
  /** The strip opens by a click or a key, not by drawing: it would cover the line that is read next. */
  stripOpen = $state(false);
  readonly selected = $derived(this.spans.find(({ id }) => id === this.selectedId) ?? null);
  /** The label of the next mark: the last one that was used. */
  label = $state("");

  /** The range that the current drag would mark. */
  drawing: TextRange | null = $state.raw(null);
  /** A range that was selected by touch or keyboard and is not a mark yet. */
  selecting: TextRange | null = $state.raw(null);
  /** The marks under a click that hit several of them. */
  choosing: { ids: readonly string[]; place: { x: number; y: number } } | null = $state.raw(null);
  /** The keyboard focus is moving to the edges of the selected mark. */
  toEdges = $state(false);
  /** The edge of the selected mark that is being dragged. */
  moving: { edge: Edge; offset: number } | null = $state.raw(null);
  /** The selected mark as it would be after the drag. */
  readonly held = $derived(this.selected && moved(this.selected, this.moving));
  /** The range that is shown as selected. */
  readonly chosen: TextRange | null = $derived(this.drawing ?? this.selecting ?? this.held);

  /** Asks to confirm "nothing to mark", because there are marks. */
  asking = $state(false);
  /** The last edit removed "nothing to mark" by adding a mark. */
  cleared = $state(false);
  /** The number of marks that the last edit removed. */
  wiped = $state(0);
  /** The number of marks that the last edit made one. */
  merged = $state(0);
  missing = $state.raw(nothingMissing);
  /** The broken consistency rules that the last submit asked about. */
  contradictions: readonly ConsistencyRule[] = $state.raw([]);
  #askedAt = 0;
  /** The marking that was submitted against its contradictions. */
  #overridden: edits.Marking | null = null;
  /** The message for screen readers. */
  announcement = $state("");

  constructor(
    readonly item: WorkItem,
    readonly scheme: Scheme,
  ) {
    this.index = indexText(item.answer, item.language);
    this.label = lastLabel(scheme.span_labels);
    this.#history = steps.begin(toMarking(item.annotation.content));
  }

  /** Whether marks are whole claims, whose edges never move. */
  get marksClaims(): boolean {
    return this.item.claims !== null;
  }

  /** The content is not what it was. */
  protected abstract changed(): void;

  /** A click on a character. Returns whether that was all: otherwise it selects the mark there. */
  clicked?(offset: number): boolean;

  // Marks

  /** Marks of one gesture are undone together. Does nothing in a scheme without spans. */
  mark(range: TextRange, { label = this.label, gesture = "" } = {}) {
    if (!this.scheme.uses_spans) return;
    const span = { ...range, label, id: newSpanId() };
    const { nothing_to_mark } = this.marking;
    const before = this.marking;
    this.apply(edits.addSpan(before, span), gesture);
    this.selecting = null;
    this.cleared = nothing_to_mark;
    this.use(label);
    const now = edits.spanCovering(this.marking.spans, span);
    this.select(now?.id ?? null, { strip: false });
    this.announce(t("said.marked", this.describe(range)));
    this.#noteMerged(now, this.marking !== before);
  }

  remove(id = this.selectedId) {
    const span = this.marking.spans.find((each) => each.id === id);
    if (!span) return;
    this.apply(edits.removeSpan(this.marking, span.id));
    this.select(null);
    this.announce(t("said.removed", this.describe(span)));
  }

  removeAll() {
    const n = this.spans.length;
    this.apply(edits.clearSpans(this.marking));
    this.select(null);
    this.wiped = n;
    this.announce(t("said.wiped", { n }));
  }

  moveEdge(id: string, edge: Edge, offset: number) {
    const before = this.marking.spans.find((span) => span.id === id);
    this.apply(edits.moveEdge(this.marking, id, edge, offset));
    const now = before && edits.spanCovering(this.marking.spans, moved(before, { edge, offset }));
    if (!now) return;
    if (!this.selected) this.select(now.id, { strip: this.stripOpen });
    this.announce(t("said.moved", this.describe(now)));
    this.#noteMerged(now);
  }

  /** Says so if undo would bring back several marks instead of this one. */
  #noteMerged(now: edits.Span | undefined, changed = true) {
    const before = (changed && this.#history.past.at(-1)?.spans) || [];
    const within = now ? before.filter((each) => edits.spanCovering([now], each)) : [];
    if (within.length < 2) return;
    this.merged = within.length;
    this.announce(t("said.merged", { n: within.length }));
  }

  /** One grapheme on (1) or back (-1). */
  stepEdge(edge: Edge, direction: 1 | -1) {
    const span = this.selected;
    if (!span) return;
    const at = span[edge];
    const next = direction > 0 ? this.index.graphemeAt(at).end : at && this.index.graphemeAt(at - 1).start;
    this.moveEdge(span.id, edge, next);
  }

  /** The next marks get this label. */
  use(label: string) {
    this.label = label;
    rememberLabel(this.scheme.span_labels, label);
  }

  /** Sets the label of the selection, whether it is a mark or not, and of the next marks. */
  relabel(label: string, id = this.selectedId) {
    if (this.selecting) {
      this.mark(this.selecting, { label });
      return;
    }
    this.use(label);
    const span = this.marking.spans.find((each) => each.id === id);
    if (!span || span.label === label) return;
    this.apply(edits.relabelSpan(this.marking, span.id, label));
    const now = edits.spanCovering(this.marking.spans, { ...span, label });
    if (!this.selected && this.selectedId) this.selectedId = now?.id ?? null;
    this.announce(t("said.relabelled", { ...this.describe(span), label: this.labelText(label) }));
  }

  labelText(name: string): string {
    return this.scheme.span_labels.find((label) => label.name === name)?.text ?? name;
  }

  select(id: string | null, { strip = true } = {}) {
    this.selectedId = id;
    this.stripOpen = strip && id !== null;
    this.asking = false;
  }

  /** The mark after the selected one, in reading order and around. */
  selectNext() {
    const position = this.spans.findIndex(({ id }) => id === this.selectedId);
    this.select(this.spans[(position + 1) % this.spans.length]?.id ?? null);
  }

  quote(range: TextRange): string {
    return this.index.slice(range.start, range.end);
  }

  /** Returns a range for use in a sentence. */
  describe(range: TextRange): { quote: string; start: number; end: number } {
    return { quote: shortened(this.quote(range)), start: range.start, end: range.end };
  }

  /** Screen readers do not announce a text twice, so a repeated message is varied. */
  announce(text: string) {
    this.announcement = text === this.announcement ? `${text}\u00a0` : text;
  }

  // Other announcements

  askNothingToMark(on: boolean) {
    this.asking = on && this.marking.spans.length > 0;
    if (!this.asking) this.setNothingToMark(on);
  }

  setNothingToMark(on: boolean) {
    this.asking = false;
    this.apply(edits.setNothingToMark(this.marking, on));
  }

  setUnsure(on: boolean) {
    this.apply(edits.setUnsure(this.marking, on));
  }

  setLabel(name: string, choice: string | null) {
    this.apply(edits.setLabel(this.marking, name, choice));
  }

  setComment(comment: string) {
    this.apply(edits.setComment(this.marking, comment.replace(NO_TEXT, "\ufffd")), "comment");
  }

  addLink(url: string, named?: { language: string; title: string }) {
    this.apply(edits.addLink(this.marking, url, named));
  }

  removeLink(url: string) {
    this.apply(edits.removeLink(this.marking, url));
  }

  // Evidence

  evidenceOf(id: string | null): edits.Evidence[] {
    return this.marking.evidence.filter(({ span }) => span === id);
  }

  attach(evidence: edits.Evidence, instead?: edits.Evidence) {
    this.apply(
      instead
        ? edits.replaceEvidence(this.marking, instead, evidence)
        : edits.addEvidence(this.marking, evidence),
    );
  }

  detach(evidence: edits.Evidence) {
    this.apply(edits.removeEvidence(this.marking, evidence));
  }

  /** The links as the server stored them: not an undoable step. */
  hearOfLinks(links: edits.Link[]) {
    this.amend({ ...this.marking, links });
  }

  /** Returns the key of a choice of an item label; "" if it has none. */
  choiceKey({ key }: { key: string }): string {
    return key;
  }

  /** A key of the scheme: a span label for the selected mark and the next ones, or a choice. */
  press(key: string): boolean {
    const spanLabel = this.scheme.span_labels.find((label) => label.key === key);
    if (spanLabel) this.relabel(spanLabel.name);
    for (const label of this.scheme.item_labels) {
      const choice = label.choices.find((each) => this.choiceKey(each) === key);
      if (choice) this.setLabel(label.name, this.#toggled(label, choice.name));
      if (choice) return true;
    }
    return spanLabel !== undefined;
  }

  #toggled(label: { name: string; required: boolean }, choice: string): string | null {
    return !label.required && this.marking.labels[label.name] === choice ? null : choice;
  }

  // History

  apply(next: edits.Marking, group = "") {
    this.#move(steps.record(this.#history, this.#complete(next), group));
  }

  /** Where the unit is the claim: the claims that are known to have been judged. */
  beginJudging(judged: readonly number[]) {
    this.amend({ ...this.marking, judged });
  }

  /** A version that was stored does not say which claims have been judged; an earlier one has no suggestions. */
  #complete(next: edits.Marking): edits.Marking {
    const { judged, suggestions } = { ...this.marking, ...next };
    if (judged === next.judged && suggestions === next.suggestions) return next;
    return { ...next, ...(judged && { judged }), ...(suggestions && { suggestions }) };
  }

  undo() {
    if (!this.canUndo) return;
    this.#move(steps.undo(this.#history));
    this.announce(t("said.undone"));
  }

  redo() {
    if (!this.canRedo) return;
    this.#move(steps.redo(this.#history));
    this.announce(t("said.redone"));
  }

  #move(history: steps.History<edits.Marking>) {
    if (history === this.#history) return;
    const before = this.marking;
    this.#history = history;
    this.cleared = false;
    this.wiped = 0;
    this.merged = 0;
    this.asking = false;
    this.moving = null;
    this.contradictions = [];
    this.missing = stillMissing(this.missing, edits.missing(this.marking, this.scheme));
    if (!edits.sendsTheSame(before, this.marking)) this.changed();
  }

  /** What the server adds by itself, such as the title of a link, is no step of the person's. */
  protected amend(next: edits.Marking) {
    this.#history = steps.amend(this.#history, next);
  }

  /** Replaces the content by a version that was stored elsewhere, as one undoable step. */
  protected adopt(next: edits.Marking) {
    this.#history = steps.record(this.#history, this.#complete(next));
  }

  protected lacks(): edits.Missing {
    return (this.missing = edits.missing(this.marking, this.scheme));
  }

  /** Returns whether to ask about contradictions before the submit. It is asked once: the next submit overrides it. */
  protected asksAboutContradictions(): boolean {
    const { marking } = this;
    if (marking === this.#overridden) return false;
    if (this.contradictions.length > 0) {
      if (performance.now() - this.#askedAt < SAME_GESTURE_MS) return true;
      this.#overridden = marking;
      this.contradictions = [];
      return false;
    }
    this.contradictions = brokenRules(this.scheme.consistency_rules, marking);
    this.#askedAt = performance.now();
    return this.contradictions.length > 0;
  }
}

function moved<R extends TextRange>(span: R, moving: { edge: Edge; offset: number } | null): R {
  if (!moving) return span;
  const next = { ...span, [moving.edge]: moving.offset };
  return next.start < next.end ? next : span;
}

const empty: edits.Marking = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  evidence: [],
};

export function toMarking({
  spans,
  labels,
  nothing_to_mark,
  unsure,
  comment,
  links,
  evidence = [],
  suggestions,
}: Omit<Content, "active_seconds">): edits.Marking {
  const marking = { spans, labels, nothing_to_mark, unsure, comment, links, evidence };
  return suggestions ? { ...marking, suggestions } : marking;
}

/** Returns what the last submit lacked and is still missing. */
function stillMissing(reported: edits.Missing, now: edits.Missing): edits.Missing {
  return {
    marks: reported.marks && now.marks,
    evidence: reported.evidence.filter((id) => now.evidence.includes(id)),
    labels: reported.labels.filter((name) => now.labels.includes(name)),
  };
}
