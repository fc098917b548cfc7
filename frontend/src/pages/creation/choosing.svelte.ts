/* The state of the page on which candidates are chosen. A verdict that the server has not confirmed is kept and sent again. */

import { giveVerdict, nextQuestion, undoVerdict } from "../../api/creation";
import { ApiProblem } from "../../api/problem";
import type { CreationState, NewVerdict, VerdictKind } from "../../api/types";
import { t } from "../../i18n/creation";
import { newUuid } from "../../saving/ids";

const RETRY_MS = 5_000;

const REFUSALS = ["held", "decided", "item_id"] as const;
const UNDO_REFUSALS = ["annotated", "assigned", "released", "later_verdict", "held"] as const;

/** Returns why a verdict cannot be undone, or "" if it failed for another reason. */
export function undoRefusal(error: unknown): string {
  const code = UNDO_REFUSALS.find((each) => error instanceof ApiProblem && each === error.code);
  return code ? t(`undo.${code}`) : "";
}

export class Choosing {
  now = $state.raw<CreationState | null>(null);
  busy = $state(false);
  /** Why nothing could be loaded. */
  failure = $state.raw<unknown>(null);
  /** A verdict that is not confirmed although it was sent. */
  unsent = $state.raw<NewVerdict | null>(null);
  /** Why a verdict or an undo was refused. */
  refusal = $state("");
  announcement = $state("");

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly slug: string) {}

  /** Questions with nothing left to decide. */
  get done(): number {
    const { accepted = 0, unusable = 0, ran_out = 0 } = this.now?.progress ?? {};
    return accepted + unusable + ran_out;
  }

  get progress(): string {
    return t("choose.progress", { done: this.done, n: this.now?.progress.questions ?? 0 });
  }

  async open(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      this.now = await nextQuestion(this.slug);
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
    this.busy = false;
  }

  /** Looks for the text of the reference, which is being fetched. A failure waits for the next look. */
  async look(): Promise<void> {
    if (this.busy || this.unsent) return;
    const shown = this.now;
    const found = await nextQuestion(this.slug, { keepPage: true }).catch(() => null);
    if (found && shown === this.now && !this.busy) this.now = found;
  }

  async give(kind: VerdictKind): Promise<void> {
    const question = this.now?.question;
    if (!question || this.busy || this.unsent) return;
    await this.#send({
      verdict_id: newUuid(),
      question: question.id,
      candidate: question.candidate.id,
      kind,
    });
  }

  async retry(): Promise<void> {
    if (this.unsent && !this.busy) await this.#send(this.unsent);
  }

  async undo(): Promise<void> {
    const last = this.now?.last;
    if (!last || this.busy || this.unsent) return;
    this.busy = true;
    this.refusal = "";
    try {
      this.now = await undoVerdict(this.slug, last.id);
      this.announcement = t("said.undo");
    } catch (error) {
      this.refusal = undoRefusal(error);
      if (!this.refusal) this.failure = error;
    }
    this.busy = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #send(verdict: NewVerdict): Promise<void> {
    clearTimeout(this.#timer);
    this.busy = true;
    this.refusal = "";
    this.failure = null;
    try {
      const before = this.now;
      this.now = await giveVerdict(this.slug, verdict);
      this.unsent = null;
      this.announcement = this.#said(verdict.kind, before?.question?.id);
    } catch (error) {
      await this.#refused(verdict, error);
    }
    this.busy = false;
  }

  async #refused(verdict: NewVerdict, error: unknown): Promise<void> {
    const answered = error instanceof ApiProblem && error.status < 500;
    if (!answered) {
      this.unsent = verdict;
      this.#timer = setTimeout(() => void this.retry(), RETRY_MS);
      return;
    }
    this.unsent = null;
    const code = REFUSALS.find((each) => each === error.code);
    if (code) this.refusal = t("trouble.taken", { reason: t(`trouble.${code}`) });
    else this.failure = error;
    const next = await nextQuestion(this.slug).catch(() => null);
    if (next) this.now = next;
  }

  #said(kind: VerdictKind, before: number | undefined): string {
    const { progress } = this;
    if (kind !== "reject") return t(`said.${kind}`, { progress });
    const question = this.now?.question;
    if (!question || question.id !== before) return t("said.reject.last", { progress });
    return t("said.reject", { n: question.rejected + 1, total: question.candidates });
  }
}
