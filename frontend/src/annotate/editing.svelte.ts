/*
 * The content of one item in the hands of an annotator, and what of it is selected. Every change goes through `apply`, so
 * that each one can be undone, and whoever keeps the content is told of each one.
 */
import type { Content, Scheme, WorkItem } from "../api/types";
import * as edits from "../text/edits";
import * as steps from "../text/history";
import { indexText, type TextRange } from "../text/offsets";
import { byReadingOrder } from "../text/segments";
import { newSpanId } from "./ids";
import { t } from "./messages";

const nothingMissing: edits.Missing = { marks: false, labels: [] };

export type Edge = "start" | "end";

export abstract class Editing {
  readonly index;

  #history: steps.History<edits.Marking> = $state.raw(steps.begin(empty));
  readonly marking = $derived(this.#history.present);
  readonly canUndo = $derived(this.#history.past.length > 0);
  readonly canRedo = $derived(this.#history.future.length > 0);
  readonly spans = $derived([...this.marking.spans].sort(byReadingOrder));

  selectedId: string | null = $state(null);
  hoveredId: string | null = $state(null);
  /** The strip opens by a click or a key, not by drawing: it would lie over the line that is read next. */
  stripOpen = $state(false);
  readonly selected = $derived(this.spans.find(({ id }) => id === this.selectedId) ?? null);
  /** The span label that the next mark gets. */
  label = $state("");

  /** Selected by finger or by keys, and not yet a mark. */
  selecting: TextRange | null = $state.raw(null);

  /** "Nothing to mark" was asked for while there are marks. */
  asking = $state(false);
  /** A mark took "nothing to mark" off. */
  cleared = $state(false);
  missing = $state.raw(nothingMissing);
  /** Said to those who do not see the marks. */
  said = $state("");

  constructor(
    readonly item: WorkItem,
    readonly scheme: Scheme,
  ) {
    this.index = indexText(item.answer, item.language);
    this.label = scheme.span_labels[0]?.name ?? "";
    this.#history = steps.begin(toMarking(item.annotation.content));
  }

  /** The content is not what it was. */
  protected abstract changed(): void;

  // Marks

  mark(range: TextRange, label = this.label) {
    const span = { ...range, label, id: newSpanId() };
    const { nothing_to_mark } = this.marking;
    this.apply(edits.addSpan(this.marking, span));
    this.selecting = null;
    this.cleared = nothing_to_mark;
    this.label = label;
    this.select(edits.spanCovering(this.marking.spans, span)?.id ?? null, { strip: false });
    this.said = t("said.marked", { quote: this.quote(range) });
  }

  remove(id = this.selectedId) {
    const span = this.marking.spans.find((each) => each.id === id);
    if (!span) return;
    this.apply(edits.removeSpan(this.marking, span.id));
    this.select(null);
    this.said = t("said.removed", { quote: this.quote(span) });
  }

  moveEdge(id: string, edge: Edge, offset: number) {
    this.apply(edits.moveEdge(this.marking, id, edge, offset));
    const moved = this.marking.spans.find((span) => span.start <= offset && offset <= span.end);
    if (!this.selected && moved) this.select(moved.id);
  }

  /** One grapheme on (1) or back (-1). */
  stepEdge(edge: Edge, direction: 1 | -1) {
    const span = this.selected;
    if (!span) return;
    const at = span[edge];
    const next = direction > 0 ? this.index.graphemeAt(at).end : at && this.index.graphemeAt(at - 1).start;
    this.moveEdge(span.id, edge, next);
  }

  relabel(label: string) {
    this.label = label;
    const span = this.selected;
    if (!span) return;
    this.apply(edits.relabelSpan(this.marking, span.id, label));
    this.selectedId = edits.spanCovering(this.marking.spans, { ...span, label })?.id ?? null;
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

  // Everything else that can be said

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
    this.apply(edits.setComment(this.marking, comment), "comment");
  }

  addLink(url: string) {
    this.apply(edits.addLink(this.marking, url));
  }

  removeLink(url: string) {
    this.apply(edits.removeLink(this.marking, url));
  }

  /** A key of the scheme: a span label for the selected mark and the next ones, or a choice. */
  press(key: string): boolean {
    const spanLabel = this.scheme.span_labels.find((label) => label.key === key);
    if (spanLabel && this.selecting) this.mark(this.selecting, spanLabel.name);
    else if (spanLabel) this.relabel(spanLabel.name);
    for (const label of this.scheme.item_labels) {
      const choice = label.choices.find((each) => each.key === key);
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
    this.#move(steps.record(this.#history, next, group));
  }

  undo() {
    if (!this.canUndo) return;
    this.#move(steps.undo(this.#history));
    this.said = t("said.undone");
  }

  redo() {
    if (!this.canRedo) return;
    this.#move(steps.redo(this.#history));
    this.said = t("said.redone");
  }

  #move(history: steps.History<edits.Marking>) {
    if (history === this.#history) return;
    this.#history = history;
    this.cleared = false;
    this.asking = false;
    this.missing = stillMissing(this.missing, edits.missing(this.marking, this.scheme));
    this.changed();
  }

  /** What the server adds by itself, such as the title of a link, is no step of the person's. */
  protected amend(next: edits.Marking) {
    this.#history = steps.amend(this.#history, next);
  }

  /** What was stored elsewhere takes the place of what is on the page; one undo takes it back. */
  protected adopt(next: edits.Marking) {
    this.#history = steps.record(this.#history, next);
  }

  protected lacks(): edits.Missing {
    return (this.missing = edits.missing(this.marking, this.scheme));
  }
}

const empty: edits.Marking = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
};

export function toMarking({
  spans,
  labels,
  nothing_to_mark,
  unsure,
  comment,
  links,
}: Content): edits.Marking {
  return { spans, labels, nothing_to_mark, unsure, comment, links };
}

/** Nobody is told of more than at the last try to submit; what was mended since goes away. */
function stillMissing(told: edits.Missing, now: edits.Missing): edits.Missing {
  return { marks: told.marks && now.marks, labels: told.labels.filter((name) => now.labels.includes(name)) };
}
