/*
 * One item that an annotator works on: its content, its edits and whether they are saved.
 */
import type { CallOptions } from "../../api/client";
import { getWork } from "../../api/endpoints";
import type { AnnotationState, Content, Scheme, WorkItem } from "../../api/types";
import { removeLink, type Marking } from "../../text/edits";
import { ActiveTime } from "./activity";
import { Editing, toMarking } from "../../shared/marking/editing.svelte";
import { isOutdated } from "../../saving/acknowledged";
import { newUuid } from "../../saving/ids";
import { BrowserDraftStore, keyOf, type StoreState, type DraftKey } from "../../saving/draftStore";
import { t } from "../../i18n/annotate";
import { findDraft } from "../../saving/recovery.svelte";
import { saveQueue, type ActiveSave } from "../../saving/saveQueue.svelte";
import {
  createSaver,
  type Draft,
  type Saver,
  type SaveState,
  type SubmitOutcome,
} from "../../saving/saveProtocol";
import { browserStore, onLost } from "../../saving/indexedDb";
import { PAGE, postToTabs } from "../../saving/tabChannel";
import { sender } from "../../saving/transport";
import { NEVER_SAVED, sameContent } from "../../saving/contentVersions";

export interface TaskContext {
  slug: string;
  item: WorkItem;
  scheme: Scheme;
  /** The user name. Drafts in the browser belong to one person. */
  person: string;
}

/** Returns the task of an item, with the unsaved work of earlier pages. */
export async function openTask(context: TaskContext, options?: CallOptions): Promise<Task> {
  const draftKey = { person: context.person, slug: context.slug, item: context.item.id };
  const kept = saveQueue.release(draftKey) ?? (await findDraft(draftKey, context.item.answer_sha256));
  const old = isOutdated(draftKey, context.item.annotation.revision);
  const item = old ? await getWork(context.slug, context.item.id, options) : context.item;
  // A recovery may have started in the meantime.
  return new Task({ ...context, item }, saveQueue.release(draftKey) ?? kept);
}

export class Task extends Editing implements ActiveSave {
  readonly draftKey: DraftKey;
  readonly active: ActiveTime;
  readonly #saver: Saver<Content, AnnotationState>;
  readonly #keeper: BrowserDraftStore<Content>;
  readonly #stops: (() => void)[];
  /** A task that has left the screen ends when it is saved. */
  onScreen = true;

  annotation: AnnotationState = $state.raw(NEVER_SAVED);
  saveState: SaveState<AnnotationState> = $state.raw({ kind: "saved", at: null });
  /** Changes that the server has not acknowledged. */
  changes = $state(0);
  /** Whether this browser stores unsaved work. */
  keeps: StoreState = $state("yes");
  /** What the annotator sees of a source. */
  readonly suggestions = $derived(this.annotation.suggestions ?? null);
  /** They have appeared after the first answer, on this page. Then the item stays open for a revision. */
  revealed = $state(false);
  linkProblem: { url: string; code: string; detail: string } | null = $state.raw(null);

  constructor({ slug, item, scheme, person }: TaskContext, kept: Draft<Content> | null) {
    super(item, scheme);
    this.draftKey = { person, slug, item: item.id };
    const found = kept && (kept.content ?? kept.steps.at(-1)?.content ?? null);
    this.active = new ActiveTime(item.annotation.content.active_seconds, found?.active_seconds, () =>
      postToTabs({ kind: "active" }),
    );
    this.annotation = item.annotation;
    this.saveState = { kind: "saved", at: item.annotation.saved_at };
    const { answer_sha256, question } = item;
    this.#keeper = new BrowserDraftStore(
      browserStore,
      keyOf(this.draftKey, PAGE),
      { answer_sha256, question },
      (keeps) => (this.keeps = keeps),
    );
    const send = sender(this.draftKey);
    this.#saver = createSaver<Content, AnnotationState>({
      initial: item.annotation,
      keeper: this.#keeper,
      kept,
      answer_sha256,
      content: () => ({ ...toMarking(this.marking), active_seconds: this.active.seconds }),
      same: (content, annotation) => sameContent(content, annotation.content),
      send: (body) => saveQueue.send(this, () => send(body)),
      newId: newUuid,
      onState: (state) => this.#saveStateChanged(state),
      onSaved: (annotation, upToDate) => this.#stored(annotation, upToDate),
      onAdopt: (annotation) => this.#follow(annotation),
    });
    this.#stops = [onLost(() => this.#saver.keep()), saveQueue.add(this)];
    if (!found) return;
    this.adopt(toMarking(found));
    this.announcement = t("said.restored");
    this.#saver.start();
  }

  /** The answer was submitted blind, suggestions have appeared, and nothing is changed: it can be kept. */
  get isKept() {
    return this.revealed && this.annotation.status === "submitted" && this.changes === 0;
  }

  get question() {
    return this.item.question;
  }

  get since() {
    return this.#keeper.since;
  }

  protected override changed() {
    this.#saver.changed(this.#continues() ? 0 : 1);
    this.changes = this.#saver.changes();
  }

  #lastChanged: Marking | null = null;

  /** The letters of a comment are one change, as they are one step for undo. */
  #continues(): boolean {
    const before = this.#lastChanged;
    this.#lastChanged = this.marking;
    if (!before || this.changes === 0) return false;
    return before.comment !== this.marking.comment;
  }

  /** Null if something is missing or contradicts, which the form then shows. */
  submit(): Promise<SubmitOutcome> | null {
    const { marks, evidence, labels } = this.lacks();
    if (this.asking || marks || evidence.length > 0 || labels.length > 0) return null;
    if (this.asksAboutContradictions()) return null;
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

  unsent() {
    return this.#saver.unsent();
  }

  /** Shows a version saved in another tab, or found when the page became visible again. */
  follow(annotation: AnnotationState) {
    this.#saver.follow(annotation);
  }

  pause() {
    this.active.pause();
  }

  /** Loaded to be shown later. Then it is refreshed when it is shown. */
  ahead = false;
  #toRefresh = false;
  /** The active seconds when it came on screen. */
  arrival = 0;

  arrive() {
    this.ahead = false;
    this.arrival = this.active.seconds;
    this.active.sign();
    if (this.#toRefresh) this.refresh();
    this.#toRefresh = false;
  }

  refresh() {
    if (this.ahead) this.#toRefresh = true;
    if (this.ahead || !this.onScreen || this.isUnsent()) return;
    const { person, slug, item } = this.draftKey;
    const options = { keepPage: true, speaker: person };
    void getWork(slug, item, options).then(
      ({ annotation }) => this.follow(annotation),
      // The next save reports it.
      () => undefined,
    );
  }

  keepMine() {
    this.#saver.keepMine();
  }

  /** One undo restores the previous content of the page. */
  adoptTheirs() {
    this.#saver.adoptTheirs();
  }

  /** Leaves the screen. Unsaved work is still sent. */
  dispose() {
    this.onScreen = false;
    this.active.pause();
    void this.#saver.flush();
    if (!this.isUnsent()) this.end();
  }

  end() {
    this.#saver.dispose();
    for (const stop of this.#stops) stop();
  }

  /** The server knows the title and language of a link; the page only its address. */
  #stored(annotation: AnnotationState, upToDate: boolean) {
    this.revealed ||= !this.annotation.suggestions && annotation.suggestions !== undefined;
    this.annotation = annotation;
    this.active.acknowledged(annotation.content.active_seconds);
    const { links, suggestions } = annotation.content;
    if (upToDate) this.amend({ ...this.marking, links });
    if (suggestions && !this.marking.suggestions) this.amend({ ...this.marking, suggestions });
    postToTabs({ kind: "stored", draftKey: this.draftKey, annotation });
  }

  #follow(annotation: AnnotationState) {
    this.annotation = annotation;
    this.active.addElsewhere(annotation.content.active_seconds);
    this.adopt(toMarking(annotation.content));
  }

  #saveStateChanged(state: SaveState<AnnotationState>) {
    this.saveState = state;
    this.changes = this.#saver.changes();
    if (state.kind === "conflict") this.active.addElsewhere(state.current.content.active_seconds);
    if (state.kind === "refused") this.#takeOutWhatIsRefused(state.refusal.errors);
    if (!this.onScreen && !this.isUnsent()) this.end();
  }

  /** Removes a refused link or refused evidence, so that the rest can be saved. */
  #takeOutWhatIsRefused(errors: readonly { pointer: string; code: string; detail: string }[]) {
    if (errors.some(({ pointer, code }) => pointer === "/content/evidence" && code === "not_used")) {
      this.amend({ ...this.marking, evidence: [] });
      this.#saver.changed();
    } else {
      this.#takeOutRefusedLink(errors);
    }
  }

  /** Puts the refused link back into its field, with the reason. */
  #takeOutRefusedLink(errors: readonly { pointer: string; code: string; detail: string }[]) {
    const error = errors.find(({ pointer }) => /\/links\/\d+/.test(pointer));
    const position = Number(/\/links\/(\d+)/.exec(error?.pointer ?? "")?.[1] ?? NaN);
    const link = this.marking.links[position];
    if (!error || !link) return;
    this.linkProblem = { url: link.url, code: error.code, detail: error.detail };
    this.amend(removeLink(this.marking, link.url));
    this.#saver.changed();
  }
}
