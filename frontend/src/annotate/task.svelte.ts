/*
 * One item in the hands of an annotator: what they do to it, and how safe it is. Components show it and call it.
 */
import type { AnnotationState, Content, Scheme, WorkItem } from "../api/types";
import { removeLink } from "../text/edits";
import { ActiveTime } from "./activity";
import { Editing, toMarking } from "./editing.svelte";
import { newUuid } from "./ids";
import { BrowserKeeper } from "./keep";
import { t } from "./messages";
import { Desk } from "./reference/desk";
import { createSaver, type Keeper, type Kept, type SaveState, type SubmitOutcome } from "./save";
import { browserShelf } from "./shelf";
import { sender } from "./transport";

export interface Hands {
  slug: string;
  item: WorkItem;
  scheme: Scheme;
  /** Who works: what is kept in the browser is theirs alone. */
  person: string;
}

/** An item as the server has it, and on top of it what an earlier page has kept and could not send. */
export async function takeInHand(hands: Hands): Promise<Task> {
  const { person, slug, item } = hands;
  const place = { person, slug, item: item.id, answer_sha256: item.answer_sha256 };
  let task: Task | null = null;
  const keeper = new BrowserKeeper<Content>(browserShelf, place, (works) => task?.kept(works));
  task = new Task(hands, keeper, await keeper.load());
  return task;
}

export class Task extends Editing {
  readonly active: ActiveTime;
  readonly desk = new Desk();
  readonly #saver;

  annotation: AnnotationState = $state.raw(none);
  saveState: SaveState<AnnotationState> = $state.raw({ kind: "saved", at: null });
  /** Does this browser keep what is not sent yet? */
  keeps = $state(true);
  linkProblem: { url: string; detail: string } | null = $state.raw(null);

  constructor({ slug, item, scheme }: Hands, keeper: Keeper<Content>, kept: Kept<Content> | null) {
    super(item, scheme);
    const found = kept && (kept.content ?? kept.pending?.content ?? null);
    this.active = new ActiveTime(
      Math.max(item.annotation.content.active_seconds, found?.active_seconds ?? 0),
    );
    this.annotation = item.annotation;
    this.saveState = { kind: "saved", at: item.annotation.saved_at };
    this.#saver = createSaver<Content, AnnotationState>({
      initial: item.annotation,
      keeper,
      kept,
      answer_sha256: item.answer_sha256,
      content: () => ({ ...this.marking, active_seconds: this.active.seconds }),
      send: sender(slug, item.id),
      newId: newUuid,
      onState: (state) => this.#saveStateChanged(state),
      onSaved: (annotation, upToDate) => this.#stored(annotation, upToDate),
      onOutdated: () => this.adopt(toMarking(item.annotation.content)),
    });
    if (!found) return;
    this.adopt(toMarking(found));
    this.said = t("said.restored");
    this.#saver.start();
  }

  kept(works: boolean) {
    this.keeps = works;
  }

  protected override changed() {
    this.#saver.changed();
  }

  /** Null when something is missing; it is then told in its place. */
  submit(): Promise<SubmitOutcome> | null {
    const { marks, evidence, labels } = this.lacks();
    if (this.asking || marks || evidence.length > 0 || labels.length > 0) return null;
    this.active.sign();
    return this.#saver.submit();
  }

  flush() {
    return this.#saver.flush();
  }

  resume() {
    this.#saver.resume();
  }

  isUnsent() {
    return this.#saver.isUnsent();
  }

  keepMine() {
    this.#saver.keepMine();
  }

  /** One undo brings back what was on the page. */
  adoptTheirs() {
    const theirs = this.#saver.adoptTheirs();
    if (!theirs) return;
    this.annotation = theirs;
    this.adopt(toMarking(theirs.content));
  }

  dispose() {
    this.#saver.dispose();
  }

  /** The server knows the title and language of a link; the page only its address. */
  #stored(annotation: AnnotationState, upToDate: boolean) {
    this.annotation = annotation;
    if (upToDate) this.amend({ ...this.marking, links: annotation.content.links });
  }

  #saveStateChanged(state: SaveState<AnnotationState>) {
    this.saveState = state;
    if (state.kind === "refused") this.#takeOutRefusedLink(state.refusal.errors);
  }

  /** One bad address must not keep all the rest from being saved: it goes back to its field, with the reason. */
  #takeOutRefusedLink(errors: readonly { pointer: string; detail: string }[]) {
    const error = errors.find(({ pointer }) => /\/links\/\d+/.test(pointer));
    const position = Number(/\/links\/(\d+)/.exec(error?.pointer ?? "")?.[1] ?? NaN);
    const link = this.marking.links[position];
    if (!error || !link) return;
    this.linkProblem = { url: link.url, detail: error.detail };
    this.amend(removeLink(this.marking, link.url));
    this.#saver.changed();
  }
}

const none: AnnotationState = {
  revision: 0,
  submitted_revision: null,
  status: "new",
  surplus: false,
  saved_at: null,
  content: {
    spans: [],
    labels: {},
    nothing_to_mark: false,
    unsure: false,
    comment: "",
    links: [],
    evidence: [],
    active_seconds: 0,
  },
};
