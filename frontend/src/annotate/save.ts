/*
 * Saving one annotation so that nothing is lost and nothing is stored twice. Changes are gathered and sent as a draft once
 * the person pauses; one request is under way at a time; a request that got no answer may or may not have arrived, so it
 * is sent again unchanged under its save_id until the server answers, and only then what was changed meanwhile.
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
  saved_at: string | null;
}

export interface Refusal {
  detail: string;
  errors: readonly { pointer: string; code: string; detail: string }[];
}

export type SendResult<R extends Revision> =
  | { kind: "saved"; annotation: R }
  | { kind: "stale"; current: R }
  | { kind: "signed-out" }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unreachable"; because: "network" | "server" };

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

/** What the server may not hold: the request that got no answer yet, and what was changed since it was made. */
export interface Kept<Content> {
  base_revision: number;
  pending: SaveBody<Content> | null;
  /** Null where nothing was changed since `pending`. */
  content: Content | null;
}

/** Keeps the latest of what it is given, in its own time; it never fails, it only may be of no use. */
export interface Keeper<Content> {
  keep(kept: Kept<Content>): void;
  clear(): void;
}

export interface SaverOptions<Content, R extends Revision> {
  initial: Revision;
  keeper: Keeper<Content>;
  /** What an earlier page has kept. The content on the screen is then its. */
  kept?: Kept<Content> | null;
  answer_sha256: string;
  /** The content as it is on the screen at this moment. */
  content: () => Content;
  send: (body: SaveBody<Content>) => Promise<SendResult<R>>;
  newId: () => string;
  onState: (state: SaveState<R>) => void;
  /** `upToDate`: the screen shows exactly what was stored. */
  onSaved: (annotation: R, upToDate: boolean) => void;
  /** What was kept had arrived, and something newer has been stored since: the screen goes back to `initial`. */
  onOutdated: () => void;
}

export interface Saver<R extends Revision> {
  /** Sends what an earlier page has kept. */
  start(): void;
  /** Tells that the content on the screen has changed. */
  changed(): void;
  /** Sends what is unsent now. True when the server then holds everything. */
  flush(): Promise<boolean>;
  /** Settles once the server has answered, through any number of retries. */
  submit(): Promise<SubmitOutcome>;
  /** Tries at once, after the network or the login has come back. */
  resume(): void;
  /** Settles a conflict: the content on the screen goes on top of the other version. */
  keepMine(): void;
  /** Settles a conflict: the other version stands, and is given back to be shown. */
  adoptTheirs(): R | null;
  isUnsent(): boolean;
  dispose(): void;
}

export function createSaver<Content, R extends Revision>(options: SaverOptions<Content, R>): Saver<R> {
  let base = options.initial.revision;
  let savedAt = options.initial.saved_at;
  let state: SaveState<R> = { kind: "saved", at: savedAt };
  let unsent = false;
  let pending: SaveBody<Content> | null = null;
  /** A kept request may be older than what has been stored since, from elsewhere. */
  let replaying = false;
  let inFlight = false;
  let disposed = false;
  let attempts = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let settleSubmit: ((outcome: SubmitOutcome) => void) | null = null;
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
    quiet = setTimeout(() => void send(), QUIET_MS);
    latest ??= setTimeout(() => void send(), LATEST_MS);
  }

  function keep() {
    if (!isUnsent()) options.keeper.clear();
    else options.keeper.keep({ base_revision: base, pending, content: unsent ? options.content() : null });
  }

  function freeze(): SaveBody<Content> {
    unsent = false;
    return {
      save_id: options.newId(),
      base_revision: base,
      answer_sha256: options.answer_sha256,
      submit: settleSubmit !== null,
      content: options.content(),
    };
  }

  async function send() {
    if (inFlight || disposed || state.kind === "conflict") return;
    if (!pending && !unsent && !settleSubmit) return;
    stopTimers();
    const body = (pending ??= freeze());
    keep();
    inFlight = true;
    tell({ kind: "sending", submit: settleSubmit !== null });
    const result = await options.send(body);
    inFlight = false;
    if (disposed) return;
    settle(body, result);
  }

  function settle(body: SaveBody<Content>, result: SendResult<R>) {
    if (result.kind === "saved") settleSaved(body, result.annotation);
    else if (result.kind === "unreachable") waitAndRetry(result.because);
    else if (result.kind === "signed-out") tell({ kind: "signed-out" });
    else settleRefused(result);
    finishFlushes();
  }

  function settleSaved(body: SaveBody<Content>, annotation: R) {
    pending = null;
    attempts = 0;
    // Unsent changes stay based on what they were made on, so that the server tells of anything newer; without any, the
    // newer one simply stands.
    const outdated = replaying && !unsent && annotation.revision < options.initial.revision;
    replaying = false;
    base = outdated ? options.initial.revision : annotation.revision;
    savedAt = outdated ? options.initial.saved_at : annotation.saved_at;
    keep();
    if (outdated) options.onOutdated();
    else options.onSaved(annotation, !unsent);
    if (body.submit) finishSubmit(unsent ? "changed" : "submitted");
    if (settleSubmit || (unsent && flushes.length > 0)) {
      void send();
    } else if (unsent) {
      tell({ kind: "waiting" });
      schedule();
    } else {
      tell({ kind: "saved", at: savedAt });
    }
  }

  /** The server has stored nothing of this body, and will not: what is on the screen counts as unsent again. */
  function settleRefused(result: Extract<SendResult<R>, { kind: "stale" | "refused" }>) {
    pending = null;
    unsent = true;
    attempts = 0;
    replaying = false;
    keep();
    if (result.kind === "stale") {
      tell({ kind: "conflict", current: result.current });
    } else {
      tell({ kind: "refused", refusal: result.refusal });
      finishSubmit("not-submitted");
    }
  }

  function waitAndRetry(because: "network" | "server") {
    tell({ kind: "retrying", because, submit: settleSubmit !== null });
    retry = setTimeout(() => void send(), Math.min(LONGEST_RETRY_MS, 1_000 * 2 ** attempts));
    attempts += 1;
  }

  function finishSubmit(outcome: SubmitOutcome) {
    const finish = settleSubmit;
    settleSubmit = null;
    finish?.(outcome);
  }

  function finishFlushes() {
    if (inFlight) return;
    const waiting = flushes;
    flushes = [];
    for (const finish of waiting) finish(!isUnsent());
  }

  const isUnsent = () => unsent || pending !== null;

  function takeUp(kept: Kept<Content>) {
    base = kept.base_revision;
    pending = kept.pending;
    unsent = kept.content !== null;
    replaying = pending !== null;
    void send();
  }

  return {
    isUnsent,
    start() {
      if (options.kept) takeUp(options.kept);
    },
    changed() {
      unsent = true;
      keep();
      if (inFlight || pending || state.kind === "conflict") return;
      tell({ kind: "waiting" });
      schedule();
    },
    flush() {
      if (!isUnsent()) return Promise.resolve(true);
      if (state.kind === "conflict") return Promise.resolve(false);
      const done = new Promise<boolean>((resolve) => flushes.push(resolve));
      void send();
      return done;
    },
    submit() {
      finishSubmit("not-submitted");
      const outcome = new Promise<SubmitOutcome>((resolve) => (settleSubmit = resolve));
      void send();
      return outcome;
    },
    resume() {
      if (isUnsent() || settleSubmit) void send();
    },
    keepMine() {
      if (state.kind !== "conflict") return;
      base = state.current.revision;
      tell({ kind: "waiting" });
      void send();
    },
    adoptTheirs() {
      if (state.kind !== "conflict") return null;
      const { current } = state;
      base = current.revision;
      savedAt = current.saved_at;
      unsent = false;
      keep();
      finishSubmit("not-submitted");
      tell({ kind: "saved", at: savedAt });
      return current;
    },
    dispose() {
      disposed = true;
      stopTimers();
      finishSubmit("not-submitted");
      finishFlushes();
    },
  };
}
