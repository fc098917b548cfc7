/* The claims of an item that is being judged: which one is current, what each is, and what keys and clicks do to them. */
import { newSpanId } from "../../../saving/ids";
import {
  allCorrect,
  judgeCorrect,
  judgeIncorrect,
  judgements,
  nextOpen,
  sentenceOf,
  spanOf,
  stepOf,
  toClaims,
  visiblePart,
  type Judgement,
} from "../../../text/claims";
import type { TextRange } from "../../../text/offsets";
import { t } from "../../../i18n/claims";
import type { Editing } from "../editing.svelte";
import { claimKeys } from "./keys";

export class Judging {
  readonly claims: readonly TextRange[];
  readonly keys;
  current = $state(0);
  /** The last submit found claims that are not judged. */
  asked = $state(false);
  readonly states = $derived.by(() => judgements(this.task.marking, this.claims));
  readonly open = $derived(this.states.filter((state) => state === "open").length);
  readonly claim = $derived.by(() => this.claims[this.current]);
  /** Moves the keyboard focus to the current claim. */
  focus: () => void = () => {};

  /** `judged`: the claims that are known to have been judged; null if all are. */
  constructor(
    readonly task: Editing,
    judged: readonly number[] | null,
  ) {
    this.claims = toClaims(task.item.claims ?? []);
    this.keys = claimKeys(task.scheme);
    task.beginJudging(judged ?? this.claims.map((_, position) => position));
    this.current = Math.max(0, nextOpen(this.states, 0));
  }

  spanAt(position: number) {
    return spanOf(this.task.marking.spans, this.claims[position]);
  }

  /** Makes a claim the current one, and its mark, if it has one, the selected one. */
  go(position: number) {
    this.current = Math.max(Math.min(position, this.claims.length - 1), 0);
    this.task.select(this.spanAt(this.current)?.id ?? null, { strip: false });
  }

  /** A click: an incorrect claim becomes correct, any other one incorrect. */
  toggle(position: number) {
    const { task } = this;
    if (this.states[position] === "incorrect")
      this.#apply(judgeCorrect(task.marking, this.claims, [position]));
    else this.#apply(this.#incorrect(position, task.label));
    this.go(position);
    this.#announce(position);
  }

  incorrect(label = this.task.label) {
    const { current } = this;
    this.task.use(label);
    this.#apply(this.#incorrect(current, label));
    this.#moveOn(current + 1);
  }

  correct() {
    const { current } = this;
    this.#apply(judgeCorrect(this.task.marking, this.claims, [current]));
    this.#moveOn(current + 1);
  }

  /** What is incorrect stays so. */
  restCorrect() {
    const { task, current, claims, states } = this;
    const sentence = sentenceOf(task.index, claims, current, task.item.language);
    const open = sentence.filter((position) => states[position] === "open");
    this.#apply(judgeCorrect(task.marking, claims, open));
    this.#moveOn((sentence.at(-1) ?? current) + 1);
  }

  /** A key of the scheme or of this page. Returns whether it has one. */
  press(key: string): boolean {
    const label = this.task.scheme.span_labels[this.keys.labels.indexOf(key)];
    if (label) this.incorrect(label.name);
    else if (key === this.keys.correct) this.correct();
    else if (key === this.keys.rest) this.restCorrect();
    else return false;
    this.focus();
    return true;
  }

  /** An arrow key, and in the answer Home and End. Returns whether it moved. */
  move(event: KeyboardEvent): boolean {
    const { target, code } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    if (!(target instanceof Element) || target.closest("input, textarea, select, [role=tablist]"))
      return false;
    const step = stepOf(code, this.task.item.direction);
    const inAnswer = target.closest("[data-claim]") !== null;
    if (step !== 0) this.go(this.current + step);
    else if (inAnswer && code === "Home") this.go(0);
    else if (inAnswer && code === "End") this.go(this.claims.length - 1);
    else return false;
    this.focus();
    return true;
  }

  /** Returns false, and goes to the first one, if claims are not judged. */
  ready(): boolean {
    this.asked = this.open > 0;
    if (this.asked) {
      this.go(nextOpen(this.states, this.current));
      this.focus();
      this.task.announce(t("asked", { n: this.open }));
    } else {
      this.#apply(allCorrect(this.task.marking, this.claims));
    }
    return !this.asked;
  }

  /** Returns the text of a claim for use in a sentence. */
  quote(position: number): string {
    const claim = this.claims[position];
    return claim ? this.task.describe(visiblePart(this.task.index, claim)).quote : "";
  }

  stateText(position: number): string {
    const span = this.spanAt(position);
    if (span && this.task.scheme.span_labels.length > 1) return this.task.labelText(span.label);
    return t(`state.${this.states[position] ?? "open"}` as const);
  }

  count(judgement: Judgement): number {
    return this.states.filter((state) => state === judgement).length;
  }

  #incorrect(position: number, label: string) {
    return judgeIncorrect(this.task.marking, this.claims, position, { id: newSpanId(), label });
  }

  #apply(marking: Editing["marking"]) {
    this.task.apply(marking);
  }

  /** To the claim at this position; after the last one to the first that is not judged. */
  #moveOn(position: number) {
    const { current } = this;
    if (position < this.claims.length) this.go(position);
    else this.go(this.open > 0 ? nextOpen(this.states, 0) : current);
    this.#announce(current);
  }

  #announce(position: number) {
    const said = t("said.judged", { quote: this.quote(position), state: this.stateText(position) });
    this.task.announce(this.open === 0 ? `${said} ${t("said.all")}` : said);
  }
}
