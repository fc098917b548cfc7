/* A curator's decision while it is edited. It is edited like an annotation, or stretch by stretch, and sent only on submit. */

import { type Edge, Editing } from "../../../shared/marking/editing.svelte";
import { NEVER_SAVED, NOTHING_SAID } from "../../../saving/contentVersions";
import { newSpanId } from "../../../saving/ids";
import type { Decided, ItemView, Scheme, Span } from "../../../api/types";
import {
  isVersion,
  majorityOf,
  marksIn,
  type Mark,
  stretchAt,
  stretchesOf,
  type Stretch,
  takeVersion,
  type Version,
  versionOf,
  type Vote,
} from "../../../text/disputes";
import { claimAt, claimsWithin, spanOf, toClaims, visiblePart } from "../../../text/claims";
import { addSpan, relabelSpan, type Marking } from "../../../text/edits";
import type { TextRange } from "../../../text/offsets";
import { t as sayClaim } from "../../../i18n/claims";

/** A starting point and its unique name; `annotator`: whose annotation it is. */
export type Beginning = Pick<Decided, "source"> & {
  name: string;
  annotator: string;
  spans: readonly Span[];
  labels: Readonly<Record<string, string>>;
};

/** What the decision is about: everyone's marks, and those of the majority. */
export interface Votes {
  votes: readonly Vote[];
  majority: readonly Mark[];
}

export class DecisionState extends Editing {
  readonly #first: Beginning;
  /** The starting point of each state, so that undo restores it. */
  readonly #begun = new WeakMap<Marking, Beginning>();
  readonly beginning = $derived.by(() => this.#begun.get(this.marking) ?? this.#first);

  /** The claims of the item; none where marks are free. */
  readonly claims: readonly TextRange[];

  #votes: Votes = $state.raw({ votes: [], majority: [] });
  readonly stretches = $derived(stretchesOf(this.#votes.votes, this.#votes.majority));
  readonly disputed = $derived(this.stretches.filter(({ disputed }) => disputed));
  /** The keys of the stretches decided in each state, so that undo restores them. */
  readonly #settled = new WeakMap<Marking, readonly string[]>();
  readonly #settledKeys = $derived(this.#settled.get(this.marking) ?? this.#settledBy(this.beginning));
  #at = $state(0);
  /** The place of the current stretch among the disputed ones. */
  readonly at = $derived(Math.min(this.#at, Math.max(this.disputed.length - 1, 0)));
  readonly current = $derived(this.disputed[this.at]);
  /** The number of times that the curator has gone to a stretch or decided on it. */
  turns = $state(0);

  constructor(item: ItemView, scheme: Scheme, first: Beginning, votes?: Votes) {
    const { spans, labels } = first;
    super(
      {
        ...item,
        answer_sha256: "",
        scheme_version: scheme.version,
        assigned: "reserved",
        reopened: null,
        unread: 0,
        annotation: {
          ...NEVER_SAVED,
          content: { ...NOTHING_SAID, spans: [...spans], labels: { ...labels } },
        },
      },
      { ...scheme, evidence: "off" },
    );
    this.#first = first;
    this.claims = toClaims(item.claims ?? []);
    if (votes) this.#votes = votes;
  }

  /** Compares with other votes from now on: an annotation has changed. The marks of the decision stay. */
  compareWith(votes: Votes) {
    this.#votes = votes;
  }

  override apply(next: Marking, group = "") {
    const edited = this.disputed.filter(
      (stretch) => !isVersion(next.spans, stretch, { ...stretch.unmarked, marks: this.#marks(stretch) }),
    );
    this.#record(next, edited, group);
  }

  /** Replaces everything by another starting point, in one undoable step. */
  begin(from: Beginning) {
    const next = this.#with(from);
    this.#begun.set(next, from);
    super.apply(next);
    this.select(null);
  }

  /** Restores a stored draft. One undo returns to its starting point. */
  takeUp(kept: Pick<Beginning, "spans" | "labels">, settled: readonly string[] = []) {
    const next = this.#with(kept);
    this.#begun.set(next, this.beginning);
    this.#settled.set(next, settled);
    super.apply(next);
  }

  /** Whether somebody has decided on a stretch, by taking a version or by marks of their own. */
  isSettled(stretch: Stretch): boolean {
    return !stretch.disputed || this.#settledKeys.includes(keyOf(stretch));
  }

  get settled(): string[] {
    return [...this.#settledKeys];
  }

  /** Whether a mark is only the starting point: it is in a stretch that nobody has decided on yet. */
  isOpen(id: string): boolean {
    const span = this.marking.spans.find((each) => each.id === id);
    return (
      span !== undefined &&
      this.disputed.some((stretch) => marksIn([span], stretch).length > 0 && !this.isSettled(stretch))
    );
  }

  /** Whether the decision has this version in a stretch. */
  holds(stretch: Stretch, version: Version): boolean {
    return isVersion(this.marking.spans, stretch, version);
  }

  goTo(stretch: Stretch) {
    const at = this.disputed.indexOf(stretch);
    if (at >= 0) this.#at = at;
    this.turns += 1;
    this.select(null);
  }

  /** Moves to the next disputed stretch (1) or to the one before (-1). */
  step(direction: 1 | -1) {
    const next = this.disputed[this.at + direction];
    if (next) this.goTo(next);
  }

  take(stretch: Stretch, version: Version) {
    this.goTo(stretch);
    const spans = takeVersion(this.marking.spans, stretch, version, newSpanId);
    this.#record({ ...this.marking, spans }, [stretch]);
  }

  /** Takes an annotator's version of the stretch around an offset. */
  takeFrom(annotator: string, offset: number) {
    const stretch = stretchAt(this.stretches, offset);
    const version = stretch && versionOf(stretch, annotator);
    if (stretch && version) this.take(stretch, version);
  }

  /** While there are disputed stretches, digits choose their versions. */
  override choiceKey(choice: { key: string }): string {
    return this.current && /\d/.test(choice.key) ? "" : choice.key;
  }

  /** Takes a version of the current stretch by its number; 0 is no mark. */
  takeNumber(number: number): boolean {
    const stretch = this.current;
    const version = number === 0 ? stretch?.unmarked : stretch?.versions[number - 1];
    if (!stretch || !version) return false;
    this.take(stretch, version);
    return true;
  }

  /** Takes the majority in every stretch that is not decided yet, in one step. */
  takeMajority() {
    const rest = this.disputed.filter((stretch) => !this.isSettled(stretch));
    if (rest.length === 0) return;
    let { spans } = this.marking;
    for (const stretch of rest) spans = takeVersion(spans, stretch, majorityOf(stretch), newSpanId);
    this.#record({ ...this.marking, spans }, rest);
  }

  /**
   * A click on a claim marks it as incorrect, or takes its mark away. Without claims, a click on a disputed stretch takes its first
   * version, and each further click the next one, no mark at the end.
   */
  override clicked(offset: number): boolean {
    if (this.marksClaims) {
      const claim = claimAt(this.claims, offset);
      if (claim) this.#toggle(claim);
      return true;
    }
    const stretch = stretchAt(this.disputed, offset);
    if (!stretch) return false;
    const versions = [...stretch.versions, stretch.unmarked];
    const now = this.isSettled(stretch) ? versions.findIndex((each) => this.holds(stretch, each)) : -1;
    const next = versions[(now + 1) % versions.length];
    if (next) this.take(stretch, next);
    return true;
  }

  /** Marks each claim that the range covers. */
  override mark(range: TextRange, { label = this.label, gesture = "" } = {}) {
    if (!this.marksClaims) {
      super.mark(range, { label, gesture });
      return;
    }
    let next = this.marking;
    const claims = claimsWithin(this.index, this.claims, range);
    for (const claim of claims) {
      const found = spanOf(next.spans, claim);
      next = found ? relabelSpan(next, found.id, label) : addSpan(next, { ...claim, label, id: newSpanId() });
    }
    this.apply(next, gesture);
    this.selecting = null;
    this.use(label);
    const [first] = claims;
    const last = claims.at(-1);
    if (first && last) this.#announceClaim({ start: first.start, end: last.end }, label);
  }

  override remove(id = this.selectedId) {
    const span = this.marking.spans.find((each) => each.id === id);
    super.remove(id);
    if (span && this.marksClaims) this.#announceClaim(span);
  }

  override moveEdge(id: string, edge: Edge, offset: number) {
    if (!this.marksClaims) super.moveEdge(id, edge, offset);
  }

  #toggle(claim: TextRange) {
    const found = spanOf(this.marking.spans, claim);
    if (found) this.remove(found.id);
    else this.mark(claim);
  }

  /** Says what a claim, or several that follow each other, are now. `label`: of those that are incorrect. */
  #announceClaim(range: TextRange, label?: string) {
    const { quote } = this.describe(visiblePart(this.index, range));
    const several = this.scheme.span_labels.length > 1;
    const incorrect = several && label ? this.labelText(label) : sayClaim("state.incorrect");
    const state = label === undefined ? sayClaim("state.correct") : incorrect;
    this.announce(sayClaim("said.judged", { quote, state }));
  }

  #marks(stretch: Stretch): Mark[] {
    return marksIn(this.marking.spans, stretch);
  }

  /** An annotation or a decision as starting point decides everything; the majority and nothing do not. */
  #settledBy({ name, source }: Beginning): readonly string[] {
    const all = name === "present" || source === "annotator";
    return all ? this.disputed.map(keyOf) : [];
  }

  #record(next: Marking, stretches: readonly Stretch[], group = "") {
    if (next === this.marking) return;
    this.#begun.set(next, this.beginning);
    const keys = stretches.map(keyOf).filter((key) => !this.#settledKeys.includes(key));
    this.#settled.set(next, [...this.#settledKeys, ...keys]);
    super.apply(next, group);
  }

  #with({ spans, labels }: Pick<Beginning, "spans" | "labels">): Marking {
    return { ...this.marking, spans: [...spans], labels: { ...labels } };
  }

  protected override changed() {
    // Nothing is sent before the curator decides.
  }

  /** Checks the required labels. Marks and evidence are never missing: no marks is a valid decision. */
  isWhole(): boolean {
    const { labels } = this.lacks();
    this.missing = { marks: false, evidence: [], labels };
    return labels.length === 0;
  }
}

const keyOf = ({ start, end }: Stretch) => `${start}-${end}`;
