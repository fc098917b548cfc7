/*
 * Saving one annotation so that nothing is lost and nothing is stored twice. What is to be stored is a row of steps, each on
 * the revision of the one before and under a name of its own (its save_id). One request is under way at a time; one that got
 * no answer may or may not have arrived, so it is sent again unchanged until the server answers. What was changed since the
 * last step is gathered, and becomes a step itself, a draft, once the person pauses.
 * Until the server has acknowledged it, everything is also given to a keeper, from which a later page takes it up again.
 * No Svelte, no fetch and no storage here: the page gives `send`, `content` and `keeper`, and is told every state.
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

/** What the saver needs to know of an annotation as the server holds it. */
export interface Revision {
  revision: number;
  submitted_revision: number | null;
  saved_at: string | null;
}

export interface Refusal {
  /** Stable; what to do about it depends on it. */
  code: string;
  detail: string;
  errors: readonly { pointer: string; code: string; detail: string }[];
}

export type SendResult<R extends Revision> =
  | { kind: "saved"; annotation: R }
  | { kind: "stale"; current: R }
  | { kind: "signed-out" }
  | { kind: "refused"; refusal: Refusal }
  /** `wait`: the server has said not to ask again before. */
  | { kind: "unreachable"; because: "network" | "server"; wait?: number };

/** `submit`: a submit is among what waits. */
export type SaveState<R extends Revision> =
  | { kind: "saved"; at: string | null }
  | { kind: "waiting" }
  | { kind: "sending"; submit: boolean }
  | { kind: "retrying"; because: "network" | "server"; submit: boolean }
  | { kind: "signed-out" }
  | { kind: "conflict"; current: R }
  | { kind: "refused"; refusal: Refusal };

/** `changed`: submitted as it stood then, but there have been edits since. */
export type SubmitOutcome = "submitted" | "changed" | "not-submitted";

export interface Step<Content> {
  save_id: string;
  submit: boolean;
  content: Content;
  /** How many changes of the person's are in it. */
  changes: number;
}

/** What the server may not hold. */
export interface Draft<Content> {
  /** What the first of it is made on. */
  base_revision: number;
  /** The first of them may have arrived. */
  steps: readonly Step<Content>[];
  /** Null where nothing was changed since the last step. */
  content: Content | null;
  /** Since the last step. */
  changes: number;
}

/** Keeps the latest of what it is given; it never fails, it only may be of no use. */
export interface DraftStore<Content> {
  keep(kept: Draft<Content>): void;
  clear(): void;
}

export interface SaverOptions<Content, R extends Revision> {
  initial: R;
  keeper: DraftStore<Content>;
  /** What an earlier page has kept. The content on the screen is then its. */
  kept?: Draft<Content> | null;
  answer_sha256: string;
  /** The content as it is on the screen at this moment. */
  content: () => Content;
  /** Does the server's version say what `content` says? */
  same: (content: Content, annotation: R) => boolean;
  send: (body: SaveBody<Content>) => Promise<SendResult<R>>;
  newId: () => string;
  onState: (state: SaveState<R>) => void;
  /** `upToDate`: the screen shows exactly what was stored. */
  onSaved: (annotation: R, upToDate: boolean) => void;
  /** The screen is to show this version, which was stored elsewhere. */
  onAdopt: (annotation: R) => void;
}

export interface Saver<Content, R extends Revision> {
  /** Sends what an earlier page has kept. */
  start(): void;
  /** Tells that the content on the screen has changed; 0 where it is still the same change of the person's. */
  changed(changes?: number): void;
  /** Sends what is unsent now. True when the server then holds everything. */
  flush(): Promise<boolean>;
  /** What is on the screen is submitted, whatever is changed after. Settles once the server has answered. */
  submit(): Promise<SubmitOutcome>;
  /** Tries at once, after the network or the login has come back. */
  resume(): void;
  /** A version that somebody else, such as another tab, has stored: it is shown where there is nothing of one's own. */
  follow(annotation: R): void;
  /** Settles a conflict: what was done here goes on top of the other version. */
  keepMine(): void;
  /** Settles a conflict: the other version stands. What was on the screen is stored before it, as one of the revisions. */
  adoptTheirs(): void;
  isUnsent(): boolean;
  /** How many changes the server has not acknowledged. */
  changes(): number;
  /** Gives everything to the keeper once more: the browser may have lost it. */
  keep(): void;
  /** What the server may not hold: another saver can take it up from there. */
  unsent(): Draft<Content> | null;
  dispose(): void;
}

export function createSaver<Content, R extends Revision>(
  options: SaverOptions<Content, R>,
): Saver<Content, R> {
  let base = options.initial.revision;
  /** The newest version that the server is known to hold. */
  let newest = options.initial;
  let savedAt = options.initial.saved_at;
  let state: SaveState<R> = { kind: "saved", at: savedAt };
  let steps: readonly Step<Content>[] = [];
  /** The screen has changed since the last step. */
  let dirty = false;
  let changes = 0;
  let inFlight = false;
  let disposed = false;
  let attempts = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** By save_id. Submits of an earlier page have nobody who waits for them. */
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
    // A further try is no news, and would only flicker.
    if (attempts === 0) tell({ kind: "sending", submit: submitting() });
    const { save_id, submit, content } = step;
    const { answer_sha256 } = options;
    void options.send({ save_id, base_revision: base, answer_sha256, submit, content }).then((result) => {
      inFlight = false;
      if (!disposed) settle(step, result);
    });
  }

  /** Every change has been undone: there is nothing to be stored. */
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
   * A request of an earlier page may have arrived long ago, and something newer may have been stored since. Unsent changes
   * stay based on what they were made on, so that the server tells of the newer one; without any, the newer one stands.
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

  /** Where the other version says the same, nobody need choose; only a submit it lacks is still sent. */
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

  /** The server has stored nothing of it, and will not. What was said later may be right. */
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

  /** Nothing is submitted, but a draft may be stored of it. The submit itself is asked for until the person has seen to it. */
  function settleRefusedSubmit(step: Step<Content>, changedSince: boolean) {
    if (!changedSince && step.changes > 0) {
      const draft = { ...step, submit: false, save_id: options.newId() };
      steps = [draft, { ...step, changes: 0 }];
      return;
    }
    finishSubmit(step, "not-submitted");
    if (changedSince) takeBack(step);
  }

  /** What is on the screen counts as unsent again. */
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
      // Whoever goes on after a refusal means something else.
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
