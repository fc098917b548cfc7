/*
 * An annotator's session in a project: the current item, the next items that are already loaded, and items that have left the
 * screen before they were saved. The address names the current item. To open another one, change the address.
 */
import { untrack } from "svelte";
import { forgetDelivered, hasDelivered, removeFirstItem } from "../../api/delivered";
import { chooseLanguage, reserveNext, getProject, getWork, skipItem } from "../../api/endpoints";
import type { CallOptions } from "../../api/client";
import { ApiProblem } from "../../api/problem";
import type { LanguageChoice, MyProgress, Next, Project, WorkItem } from "../../api/types";
import { t } from "../../i18n/annotate";
import { preloadImages } from "../../shared/images/itemImages";
import type { SubmitOutcome } from "../../saving/saveProtocol";
import { hasDrafts, sendAbandonedDrafts } from "../../saving/recovery.svelte";
import { openTask, type Task } from "./task.svelte";

/** The longest wait for the answer to a submit while the next item is loaded. */
const PATIENCE_MS = 4_000;
/** A second submit within this time, on an untouched next item, is taken for the same click or key press. */
const SAME_GESTURE_MS = 400;
/** After this time the reservation of a loaded item may have expired. */
const FRESH_MS = 3_600_000;

const UNDER_WAY: ReadonlySet<string> = new Set(["waiting", "sending", "retrying"]);

export type NothingToDo = Exclude<Next["reason"], ""> | "gone";

export interface SessionContext {
  slug: string;
  person: string;
  /** Changes the address; null is the next item. */
  go: (item: number | null, options?: { replace?: boolean }) => void;
  /** Whether the first item has been painted, which what comes after it must not delay. */
  painted: () => boolean;
}

export interface Failure {
  error: unknown;
  title?: string;
  retry: () => void;
}

export class AnnotationSession {
  readonly #context: SessionContext;

  project: Project | null = $state.raw(null);
  mine: MyProgress | null = $state.raw(null);
  task: Task | null = $state.raw(null);
  nothing: NothingToDo | null = $state(null);
  /** The languages to choose among, where there is no item because of that. */
  choices: readonly LanguageChoice[] = $state.raw([]);
  failure: Failure | null = $state.raw(null);

  /** All tasks on this page. An item must not be open twice, or its saves would conflict. */
  #tasks: readonly Task[] = $state.raw([]);
  /** The next items, in order. Loading reserves them, so the project limits their number. */
  #ahead: readonly Task[] = $state.raw([]);
  readonly #loadedAt = new WeakMap<Task, number>();
  #fetching: Promise<void> | null = null;
  /** Counts the choices of a language: an item that was asked for before the latest one is not shown. */
  #choice = 0;
  /** The current item while its submit is unanswered. */
  #submitted: Task | null = $state.raw(null);
  /** Submitted and skipped items with the pending answer of the server. */
  readonly #dealtWith = new WeakMap<Task, Promise<unknown>>();
  /** The unfinished item that was left to open another one. Continuing returns to it. */
  #brokenOff: number | null = null;
  /** The state of the current item when a submit led to it. */
  #landed: { marking: unknown; at: number } | null = null;
  #after: number | null = $state(null);

  #address: number | null = null;
  /** Counts navigations: only the answer to the latest one is shown. */
  #wish = 0;
  #over = false;

  readonly previous = $derived(this.task?.item.previous ?? null);
  readonly next = $derived(this.#after ?? this.#ahead[0]?.item.id ?? null);
  /** Items that are neither on the screen nor saved. */
  readonly unfinished = $derived(this.#tasks.filter((each) => this.#isLeft(each) && !isDone(each)));

  constructor(context: SessionContext) {
    this.#context = context;
    $effect(() => this.#forgetWhatIsDone());
    $effect(() => {
      if (!this.#context.painted()) return;
      // A save that is under way may be that of the item that the server would return.
      if (this.unfinished.some(({ saveState: { kind } }) => UNDER_WAY.has(kind))) return;
      if (this.task && this.task.annotation.status !== "submitted") untrack(() => this.#lookAhead());
    });
    $effect(() => this.#waitNoLonger());
  }

  get tasks(): readonly Task[] {
    return this.#tasks;
  }

  // From item to item

  /** Follows the address. */
  open(wanted: number | null): void {
    this.#address = wanted;
    if (wanted === null || wanted !== this.task?.item.id) void this.#bring(wanted);
    else this.#wish += 1;
  }

  async #bring(wanted: number | null) {
    const wish = (this.#wish += 1);
    this.failure = null;
    try {
      const found = this.#find(wanted) ?? (await this.#fetch(wanted));
      if (wish === this.#wish && !this.#over) this.#show(found);
      else if (typeof found === "object" && !this.#tasks.includes(found)) found.dispose();
    } catch (error) {
      if (wish === this.#wish) this.#failed(wanted, error);
    }
  }

  async #fetch(wanted: number | null): Promise<Task | NothingToDo> {
    const { slug, person } = this.#context;
    // Unsent work may change which item is next, and what its annotation is.
    const drafts = !hasDelivered() || (await hasDrafts(person));
    if (drafts) {
      forgetDelivered();
      removeFirstItem();
    }
    if (drafts && wanted === null) await sendAbandonedDrafts(person);
    const [project, given] = await Promise.all([
      this.project ?? getProject(slug),
      wanted === null
        ? reserveNext(slug)
        : getWork(slug, wanted).then((item) => ({ item, mine: null, reason: "" as const, languages: [] })),
    ]);
    this.project ??= project;
    this.mine = given.mine ?? this.mine ?? project.mine;
    this.choices = given.languages;
    return given.item ? this.#takeUp(given.item) : given.reason || "done";
  }

  async #takeUp(item: WorkItem, options?: CallOptions): Promise<Task> {
    const { slug, person } = this.#context;
    const open = this.#find(item.id);
    if (open) return open;
    // A scheme may have been changed since the page was opened.
    if (this.project?.scheme.version !== item.scheme_version) this.project = await getProject(slug, options);
    return openTask({ slug, item, scheme: this.project.scheme, person }, options);
  }

  #show(found: Task | NothingToDo) {
    const former = this.task;
    const task = typeof found === "string" ? null : this.#adopt(found);
    if (former) this.#leave(former);
    this.#ahead = this.#ahead.filter((each) => each !== task);
    if (task && task.item.id === this.#brokenOff) this.#brokenOff = null;
    this.#after =
      task && (task.item.next ?? (former?.item.previous === task.item.id ? former.item.id : null));
    this.#landed =
      task && former && former === this.#submitted ? { marking: task.marking, at: performance.now() } : null;
    this.#submitted = null;
    this.task = task;
    this.nothing = typeof found === "string" ? found : null;
    task?.arrive();
    if (task && task.item.id !== this.#address) {
      this.#context.go(task.item.id, { replace: this.#address === null });
    }
  }

  #leave(task: Task) {
    task.active.pause();
    void task.flush();
    const fresh = task.annotation.submitted_revision === null;
    if (fresh && !this.#dealtWith.has(task)) this.#brokenOff = task.item.id;
  }

  #failed(wanted: number | null, error: unknown) {
    this.#submitted = null;
    if (error instanceof ApiProblem && error.status === 404 && wanted !== null) {
      this.#show("gone");
      return;
    }
    const leading = wanted === null && this.task ? { title: t("next.failed") } : {};
    this.failure = { error, ...leading, retry: () => void this.#bring(wanted) };
    // The item on the screen is still the current one.
    if (wanted !== null && this.task) this.#context.go(this.task.item.id, { replace: true });
  }

  async #goOn() {
    const from = this.task;
    if (this.#ahead.length === 0) await this.#fetching;
    if (this.task !== from) return;
    if (navigator.onLine) this.#ahead = this.#ahead.filter((each) => this.#isFresh(each));
    this.#goTo(this.#brokenOff ?? this.#ahead[0]?.item.id ?? null);
  }

  #goTo(next: number | null) {
    if (next === null && this.#address === null) void this.#bring(null);
    else this.#context.go(next);
  }

  #isFresh(task: Task): boolean {
    return performance.now() - (this.#loadedAt.get(task) ?? 0) < FRESH_MS;
  }

  /** Continues with the items of this language. */
  async choose(language: string): Promise<void> {
    const { slug } = this.#context;
    this.failure = null;
    try {
      if (this.task && !(await this.task.flush())) return;
      await chooseLanguage(slug, language);
      this.project = await getProject(slug);
    } catch (error) {
      this.failure = { error, retry: () => void this.choose(language) };
      return;
    }
    this.#choice += 1;
    this.#ahead = [];
    this.#brokenOff = null;
    if (this.task) this.#dealtWith.set(this.task, Promise.resolve());
    this.#goTo(null);
  }

  // Actions on the current item

  /** False if something is missing, which the form then shows. */
  submit(): boolean {
    const { task } = this;
    if (!task || this.#isSameGesture(task)) return true;
    if (task.isKept) {
      void this.#goOn();
      return true;
    }
    const fresh = task.annotation.submitted_revision === null;
    const answer = task.submit();
    if (!answer) return false;
    this.#submitted = task;
    if (this.#dealtWith.get(task) === answer) return true;
    this.#dealtWith.set(task, answer);
    void answer.then((outcome) => {
      if (this.#dealtWith.get(task) === answer) this.#answered(task, outcome, fresh);
    });
    return true;
  }

  /** A double click, or a key that is held down, submits one item once. */
  #isSameGesture(task: Task): boolean {
    if (task === this.#submitted && !this.#dealtWith.has(task)) return !task.isUnsent();
    const { marking, at } = this.#landed ?? { marking: null, at: 0 };
    return task.marking === marking && performance.now() - at < SAME_GESTURE_MS;
  }

  #answered(task: Task, outcome: SubmitOutcome, fresh: boolean) {
    this.#dealtWith.delete(task);
    if (outcome !== "not-submitted" && fresh) this.#count("submitted");
    if (outcome === "submitted" && this.#brokenOff === task.item.id) this.#brokenOff = null;
    if (this.#submitted !== task) return;
    if (outcome === "submitted" && !(fresh && task.revealed)) {
      void this.#goOn();
      return;
    }
    this.#submitted = null;
    if (task.revealed) this.#landed = { marking: task.marking, at: performance.now() };
  }

  async skip(reason: string): Promise<void> {
    const { task } = this;
    if (!task) return;
    this.failure = null;
    try {
      // What could not be saved waits for the person's choice: going on would lose it.
      if (!(await task.flush())) return;
      await skipItem(this.#context.slug, task.item.id, reason);
    } catch (error) {
      // A pending submit has already opened the next item: there is nothing to skip.
      if (task === this.task) this.failure = { error, retry: () => void this.skip(reason) };
      return;
    }
    this.#dealtWith.set(task, Promise.resolve());
    this.#count("skipped");
    await this.#goOn();
  }

  /** The network or the login is back. */
  resume() {
    for (const task of this.#tasks) task.resume();
    this.#lookAhead();
  }

  dispose() {
    this.#over = true;
    for (const task of this.#tasks) task.dispose();
  }

  /** The server sends the counts with the next item; until then the page counts by itself. */
  #count(what: "submitted" | "skipped") {
    const { mine } = this;
    if (!mine) return;
    const done = mine.done + (what === "submitted" ? 1 : 0);
    this.mine = { ...mine, [what]: mine[what] + 1, done };
  }

  /** Without an answer, the submit stays queued and the loaded next item opens. */
  #waitNoLonger() {
    const { task } = this;
    const [ahead] = this.#ahead;
    if (!task || task !== this.#submitted || !ahead) return;
    const { kind } = task.saveState;
    if (kind !== "sending" && kind !== "retrying") return;
    const goOn = () => this.#context.go(ahead.item.id);
    const timer = setTimeout(goOn, kind === "retrying" ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }

  // Open items

  #lookAhead() {
    const { task } = this;
    const full = this.#ahead.length >= (this.project?.ahead ?? 1);
    if (!task || full || this.#fetching || this.#over) return;
    // Without an answer, the next item is asked for when it is needed.
    this.#fetching = this.#fetchAhead(task)
      .catch(() => false)
      .then((more) => {
        this.#fetching = null;
        if (more) this.#lookAhead();
      });
  }

  /** Returns whether an item came. */
  async #fetchAhead(current: Task): Promise<boolean> {
    // What is not saved yet is as good as reserved: it is on this page.
    const all = [current, ...this.#ahead, ...this.unfinished].map((each) => each.item.id);
    const choice = this.#choice;
    const loaded = all.slice(0, this.project?.ahead ?? 1);
    // If the session has ended, the login dialog comes with the next save.
    const { item, mine } = await reserveNext(this.#context.slug, loaded, { keepPage: true });
    this.mine = mine;
    if (!item) return false;
    const known = this.#find(item.id);
    const task = this.#adopt(await this.#takeUp(item, { keepPage: true }));
    // It may have been shown or submitted since the request.
    if (choice !== this.#choice || task === this.task || known || task.annotation.submitted_revision !== null)
      return false;
    task.ahead = true;
    preloadImages(this.#context.slug, item.images);
    this.#ahead = [...this.#ahead, task];
    this.#loadedAt.set(task, performance.now());
    return true;
  }

  #find(item: number | null): Task | null {
    return this.#tasks.find((each) => each.item.id === item) ?? null;
  }

  #adopt(task: Task): Task {
    const open = this.#find(task.item.id);
    if (this.#over || (open && open !== task)) task.dispose();
    if (!open) this.#tasks = [...this.#tasks, task];
    return open ?? task;
  }

  #isLeft(task: Task): boolean {
    return task !== this.task && !this.#ahead.includes(task);
  }

  #forgetWhatIsDone() {
    const done = this.#tasks.filter((each) => this.#isLeft(each) && isDone(each));
    if (done.length === 0) return;
    for (const task of done) task.dispose();
    this.#tasks = this.#tasks.filter((each) => !done.includes(each));
  }
}

function isDone(task: Task): boolean {
  return task.saveState.kind === "saved";
}
