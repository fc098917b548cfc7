/*
 * Saves one annotation so that nothing is lost and nothing is stored twice. A save is a list of steps. Each step has an id
 * (save_id) and is based on the revision of the step before it. One request is sent at a time. A request without an answer
 * may have arrived, so it is sent again unchanged until the server answers. Changes since the last step become a step, a
 * draft, when the person pauses.
 * Until the server acknowledges a step, it is also in the draft store, from which a later page recovers it.
 * This module has no Svelte, no fetch and no storage: the caller passes `send`, `content` and `keeper`, and receives every
 * state through `onState`.
 */

export const QUIET_MS = 2_000;
export const LATEST_MS = 10_000;
const LONGEST_RETRY_MS = 30_000;

export interface SaveBody<Content> {
  save_id: string;
  base_revision: number;
  answer_sha256: string;
  submit: boolean;
  content: Content;
}

/** The part of a stored annotation that the saver uses. */
export interface Revision {
  revision: number;
  submitted_revision: number | null;
  saved_at: string | null;
}

export interface Refusal {
  /** The problem code of the API. */
  code: string;
  detail: string;
  errors: readonly { pointer: string; code: string; detail: string }[];
}

export type SendResult<R extends Revision> =
  | { kind: "saved"; annotation: R }
  | { kind: "stale"; current: R }
  | { kind: "signed-out" }
  | { kind: "refused"; refusal: Refusal }
  /** `wait`: milliseconds that the server asks to wait before the next try. */
  | { kind: "unreachable"; because: Obstacle; wait?: number };

/** Why a save was not stored although a later try may succeed. `disk`: that of the server is full. */
export type Obstacle = "network" | "server" | "disk";

/** `submit`: one of the unsent steps is a submit. */
export type SaveState<R extends Revision> =
  | { kind: "saved"; at: string | null }
  | { kind: "waiting" }
  | { kind: "sending"; submit: boolean }
  | { kind: "retrying"; because: Obstacle; submit: boolean }
  | { kind: "signed-out" }
  | { kind: "conflict"; current: R }
  | { kind: "refused"; refusal: Refusal };

/** `changed`: the submit was stored, and there are later edits. */
export type SubmitOutcome = "submitted" | "changed" | "not-submitted";

export interface Step<Content> {
  save_id: string;
  submit: boolean;
  content: Content;
  /** The number of the person's changes in this step. */
  changes: number;
}

/** Work that the server may not have stored. */
export interface Draft<Content> {
  /** The revision that the first step is based on. */
  base_revision: number;
  /** The first step may have arrived at the server. */
  steps: readonly Step<Content>[];
  /** The changes since the last step, or null if there are none. */
  content: Content | null;
  /** The number of changes since the last step. */
  changes: number;
}

/** Stores the latest draft. It never throws: a browser may store nothing. */
export interface DraftStore<Content> {
  keep(kept: Draft<Content>): void;
  clear(): void;
}

export interface SaverOptions<Content, R extends Revision> {
  initial: R;
  keeper: DraftStore<Content>;
  /** The draft of an earlier page. `content` then starts with it. */
  kept?: Draft<Content> | null;
  answer_sha256: string;
  /** Returns the content that is on the screen now. */
  content: () => Content;
  /** Returns whether both have the same content. */
  same: (content: Content, annotation: R) => boolean;
  send: (body: SaveBody<Content>) => Promise<SendResult<R>>;
  newId: () => string;
  onState: (state: SaveState<R>) => void;
  /** `upToDate`: nothing was changed since. */
  onSaved: (annotation: R, upToDate: boolean) => void;
  /** Is called with a version that was stored elsewhere and must be shown. */
  onAdopt: (annotation: R) => void;
}

export interface Saver<Content, R extends Revision> {
  /** Sends the draft of an earlier page. */
  start(): void;
  /** Must be called after every change of the content. Pass 0 if it continues the previous change. */
  changed(changes?: number): void;
  /** Sends unsent work. Returns true if the server then has all of it. */
  flush(): Promise<boolean>;
  /** Submits the content as it is now. Settles when the server has answered. */
  submit(): Promise<SubmitOutcome>;
  /** Tries again at once. Call it when the network or the session is back. */
  resume(): void;
  /** Takes a version that was stored elsewhere, such as in another tab. It is shown unless there is unsent work. */
  follow(annotation: R): void;
  /** Resolves a conflict: the work of this page is saved on top of the other version. */
  keepMine(): void;
  /** Resolves a conflict: the other version is kept. The work of this page is stored as a revision before it. */
  adoptTheirs(): void;
  isUnsent(): boolean;
  /** Returns the number of changes that the server has not acknowledged. */
  changes(): number;
  /** Stores the draft again, in case the browser has lost it. */
  keep(): void;
  /** Returns the unsent work, from which another saver can continue. */
  unsent(): Draft<Content> | null;
  dispose(): void;
}

export function createSaver<Content, R extends Revision>(
  options: SaverOptions<Content, R>,
): Saver<Content, R> {
  let base = options.initial.revision;
  /** The newest version known to be on the server. */
  let newest = options.initial;
  let savedAt = options.initial.saved_at;
  let state: SaveState<R> = { kind: "saved", at: savedAt };
  let steps: readonly Step<Content>[] = [];
  /** There are changes since the last step. */
  let dirty = false;
  let changes = 0;
  let inFlight = false;
  let disposed = false;
  let attempts = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** By save_id. Submits of an earlier page are not in it: nothing waits for them. */
  const submits = new Map<
    string,
    { outcome: Promise<SubmitOutcome>; settle: (how: SubmitOutcome) => void }
  >();
  let flushes: ((done: boolean) => void)[] = [];

  function tell(next: SaveState<R>) {
    state = next;
    options.onState(next);
  }

  function stopTimers() {
    clearTimeout(quiet);
    clearTimeout(latest);
    clearTimeout(retry);
    latest = undefined;
  }

  function schedule() {
    clearTimeout(quiet);
    quiet = setTimeout(send, QUIET_MS);
    latest ??= setTimeout(send, LATEST_MS);
  }

  const isUnsent = () => dirty || steps.length > 0;
  const submitting = () => steps.some(({ submit }) => submit);

  function unsent(): Draft<Content> | null {
    if (!isUnsent()) return null;
    return { base_revision: base, steps, content: dirty ? options.content() : null, changes };
  }

  function keep() {
    const kept = unsent();
    if (kept) options.keeper.keep(kept);
    else options.keeper.clear();
  }

  function freeze(submit: boolean): Step<Content> {
    const step = { save_id: options.newId(), submit, content: options.content(), changes };
    steps = [...steps, step];
    dirty = false;
    changes = 0;
    return step;
  }

  function send() {
    if (inFlight || disposed || state.kind === "conflict") return;
    if (steps.length === 0 && dirty && !isTakenBack()) freeze(false);
    const [step] = steps;
    if (!step) return;
    stopTimers();
    keep();
    inFlight = true;
    // A repeated try does not change the state, or the status would flicker.
    if (attempts === 0) tell({ kind: "sending", submit: submitting() });
    const { save_id, submit, content } = step;
    const { answer_sha256 } = options;
    void options.send({ save_id, base_revision: base, answer_sha256, submit, content }).then((result) => {
      inFlight = false;
      if (!disposed) settle(step, result);
    });
  }

  /** Returns true, and forgets the changes, if all of them have been undone. */
  function isTakenBack(): boolean {
    if (steps.length > 0 || base !== newest.revision || !options.same(options.content(), newest))
      return false;
    stopTimers();
    dirty = false;
    changes = 0;
    keep();
    tell({ kind: "saved", at: savedAt });
    finishFlushes();
    return true;
  }

  function settle(step: Step<Content>, result: SendResult<R>) {
    if (result.kind !== "unreachable") attempts = 0;
    if (result.kind === "saved") settleSaved(step, result.annotation);
    else if (result.kind === "stale") settleStale(result.current);
    else if (result.kind === "refused") settleRefused(step, result.refusal);
    else if (result.kind === "signed-out") tell({ kind: "signed-out" });
    else waitAndRetry(result);
    finishFlushes();
  }

  function settleSaved(step: Step<Content>, annotation: R) {
    steps = steps.slice(1);
    goOnFrom(annotation);
    finishSubmit(step, isUnsent() ? "changed" : "submitted");
    sendTheRest();
  }

  /**
   * Continues from a stored version. A request of an earlier page may have arrived long ago, and a newer version may have been
   * stored since. Unsent changes keep their base, so that the server reports the conflict. Without unsent changes, the newer
   * version is shown.
   */
  function goOnFrom(annotation: R) {
    const outdated = !isUnsent() && annotation.revision < newest.revision;
    if (annotation.revision > newest.revision) newest = annotation;
    const stands = outdated ? newest : annotation;
    base = stands.revision;
    savedAt = stands.saved_at;
    keep();
    if (outdated) options.onAdopt(stands);
    else options.onSaved(annotation, !isUnsent());
  }

  function sendTheRest() {
    if (steps.length > 0 || (dirty && flushes.length > 0)) {
      send();
    } else if (dirty) {
      tell({ kind: "waiting" });
      schedule();
    } else {
      tell({ kind: "saved", at: savedAt });
    }
  }

  /** If the other version has the same content, there is no conflict; only a missing submit is still sent. */
  function settleStale(current: R) {
    if (current.revision > newest.revision) newest = current;
    const last = steps.at(-1);
    const mine = dirty || !last ? options.content() : last.content;
    const changedSinceSubmit = submitting() && (dirty || !last?.submit);
    if (changedSinceSubmit || !options.same(mine, current)) {
      tell({ kind: "conflict", current });
      return;
    }
    const lacking = last?.submit && current.submitted_revision !== current.revision;
    const settled = lacking ? steps.slice(0, -1) : steps;
    steps = lacking ? [last] : [];
    dirty = false;
    changes = 0;
    goOnFrom(current);
    for (const step of settled) finishSubmit(step, step === last ? "submitted" : "changed");
    sendTheRest();
  }

  /** The server has stored nothing of this step. Later changes may be valid. */
  function settleRefused(step: Step<Content>, refusal: Refusal) {
    if (refusal.code === "save_id_reused") {
      steps = [{ ...step, save_id: options.newId() }, ...steps.slice(1)];
      send();
      return;
    }
    const changedSince = dirty || steps.length > 1;
    if (step.submit) settleRefusedSubmit(step, changedSince);
    else takeBack(step);
    keep();
    if (changedSince || (step.submit && step.changes > 0)) sendTheRest();
    else tell({ kind: "refused", refusal });
  }

  /** The submit is refused, but its content may be stored as a draft. The submit is repeated after that. */
  function settleRefusedSubmit(step: Step<Content>, changedSince: boolean) {
    if (!changedSince && step.changes > 0) {
      const draft = { ...step, submit: false, save_id: options.newId() };
      steps = [draft, { ...step, changes: 0 }];
      return;
    }
    finishSubmit(step, "not-submitted");
    if (changedSince) takeBack(step);
  }

  /** Removes the step; its changes become unsent changes again. */
  function takeBack(step: Step<Content>) {
    steps = steps.filter((each) => each !== step);
    changes += step.changes;
    dirty ||= steps.length === 0;
  }

  function waitAndRetry({ because, wait = 0 }: Extract<SendResult<R>, { kind: "unreachable" }>) {
    tell({ kind: "retrying", because, submit: submitting() });
    retry = setTimeout(send, Math.max(wait, Math.min(LONGEST_RETRY_MS, 1_000 * 2 ** attempts)));
    attempts += 1;
  }

  function awaited(save_id: string) {
    let settle: (how: SubmitOutcome) => void = () => undefined;
    const submit = { outcome: new Promise<SubmitOutcome>((resolve) => (settle = resolve)), settle };
    submits.set(save_id, submit);
    return submit;
  }

  function finishSubmit(step: Step<Content>, outcome: SubmitOutcome) {
    submits.get(step.save_id)?.settle(outcome);
    submits.delete(step.save_id);
  }

  function finishFlushes() {
    if (inFlight) return;
    const waiting = flushes;
    flushes = [];
    for (const finish of waiting) finish(!isUnsent());
  }

  return {
    isUnsent,
    changes: () => steps.reduce((sum, step) => sum + step.changes, changes),
    keep,
    unsent,
    start() {
      const { kept } = options;
      if (!kept) return;
      ({ base_revision: base, steps, changes } = kept);
      dirty = kept.content !== null;
      send();
    },
    changed(more = 1) {
      // The change replaces what was refused.
      if (state.kind === "refused") steps = [];
      dirty = true;
      changes = Math.max(1, changes + more);
      if (isTakenBack()) return;
      keep();
      if (inFlight || steps.length > 0 || state.kind === "conflict") return;
      tell({ kind: "waiting" });
      schedule();
    },
    flush() {
      if (!isUnsent()) return Promise.resolve(true);
      if (state.kind === "conflict" || state.kind === "refused") return Promise.resolve(false);
      const done = new Promise<boolean>((resolve) => flushes.push(resolve));
      send();
      return done;
    },
    submit() {
      const last = steps.at(-1);
      const { save_id } = last?.submit && !dirty ? last : freeze(true);
      const { outcome } = submits.get(save_id) ?? awaited(save_id);
      keep();
      send();
      return outcome;
    },
    resume() {
      attempts = 0;
      if (isUnsent()) send();
    },
    follow(annotation) {
      if (annotation.revision <= newest.revision) return;
      newest = annotation;
      if (state.kind === "conflict") tell({ kind: "conflict", current: annotation });
      if (isUnsent()) return;
      base = annotation.revision;
      savedAt = annotation.saved_at;
      options.onAdopt(annotation);
      tell({ kind: "saved", at: savedAt });
    },
    keepMine() {
      if (state.kind !== "conflict") return;
      base = state.current.revision;
      tell({ kind: "waiting" });
      send();
    },
    adoptTheirs() {
      if (state.kind !== "conflict") return;
      const { current } = state;
      const given = steps;
      if (dirty || !steps.at(-1)) freeze(false);
      steps = steps.slice(-1).map((step) => ({ ...step, save_id: options.newId(), submit: false }));
      base = current.revision;
      options.onAdopt(current);
      freeze(current.submitted_revision === current.revision);
      tell({ kind: "waiting" });
      for (const step of given) finishSubmit(step, "not-submitted");
      send();
    },
    dispose() {
      disposed = true;
      stopTimers();
      for (const { settle } of submits.values()) settle("not-submitted");
      submits.clear();
      finishFlushes();
    },
  };
}
