/*
 * One item in the hands of an annotator: what they do to it, and how safe it is. Components show it and call it.
 */
import type { AnnotationState, Content, MyProgress, Scheme, WorkItem } from "../api/types";
import { removeLink } from "../text/edits";
import { ActiveTime } from "./activity";
import { Editing, toMarking } from "./editing.svelte";
import { newUuid } from "./ids";
import { createSaver, type SaveState, type SubmitOutcome } from "./save";
import { sender } from "./transport";

export class Task extends Editing {
  readonly active: ActiveTime;
  readonly #saver;

  annotation: AnnotationState = $state.raw(none);
  saveState: SaveState<AnnotationState> = $state.raw({ kind: "saved", at: null });
  linkProblem: { url: string; detail: string } | null = $state.raw(null);

  constructor(slug: string, item: WorkItem, scheme: Scheme, onProgress: (mine: MyProgress) => void) {
    super(item, scheme);
    this.active = new ActiveTime(item.annotation.content.active_seconds);
    this.annotation = item.annotation;
    this.saveState = { kind: "saved", at: item.annotation.saved_at };
    this.#saver = createSaver<Content, AnnotationState>({
      initial: item.annotation,
      answer_sha256: item.answer_sha256,
      content: () => ({ ...this.marking, active_seconds: this.active.seconds }),
      send: sender(slug, item.id, onProgress),
      newId: newUuid,
      onState: (state) => this.#saveStateChanged(state),
      onSaved: (annotation, upToDate) => this.#stored(annotation, upToDate),
    });
  }

  protected override changed() {
    this.#saver.changed();
  }

  /** Null when something is missing; it is then told in its place. */
  submit(): Promise<SubmitOutcome> | null {
    const { marks, labels } = this.lacks();
    if (this.asking || marks || labels.length > 0) return null;
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
    active_seconds: 0,
  },
};
