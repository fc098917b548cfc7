/*
 * Counts the active seconds on an item: only in the tab the person works in, at most one minute after the last input, and not while the
 * machine sleeps. It uses a monotonic clock, so that a change of the system time has no effect.
 */

const IDLE_MS = 60_000;
/** The count is updated at this interval. */
const BEAT_MS = 1_000;
/** A longer gap is not counted: some monotonic clocks run while the machine sleeps. */
const MISSED_MS = 10_000;

export class ActiveTime {
  #milliseconds: number;
  /** What the server counts. */
  #known: number;
  /** Up to when it is counted; null while it is not. */
  #counted: number | null = null;
  #lastSign = 0;
  #beats: ReturnType<typeof setInterval> | undefined;

  constructor(
    known: number,
    kept = 0,
    /** Counting begins, so it should end in every other tab. */
    private readonly onBegin: () => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#known = known;
    this.#milliseconds = Math.max(known, kept) * 1_000;
  }

  get seconds(): number {
    this.#count();
    return Math.round(this.#milliseconds / 1_000);
  }

  /** A key, a click, a movement. */
  sign() {
    this.#count();
    this.#lastSign = this.now();
    if (this.#counted !== null) return;
    this.#counted = this.#lastSign;
    this.#beats = setInterval(() => this.#count(), BEAT_MS);
    this.onBegin();
  }

  /** Stops counting until the next input: the page is hidden, or the person works in another tab. */
  pause() {
    this.#count();
    this.#stop();
  }

  /** The server holds these seconds, which were counted here. */
  acknowledged(seconds: number) {
    this.#known = seconds;
  }

  /** Adds the seconds that another tab has counted and saved. */
  addElsewhere(seconds: number) {
    this.#milliseconds += Math.max(0, seconds - this.#known) * 1_000;
    this.#known = Math.max(this.#known, seconds);
  }

  #count() {
    if (this.#counted === null) return;
    const now = this.now();
    const missed = now - this.#counted > MISSED_MS;
    const until = Math.min(now, this.#lastSign + IDLE_MS);
    if (!missed) this.#milliseconds += Math.max(0, until - this.#counted);
    this.#counted = now;
    if (missed || now > until) this.#stop();
  }

  #stop() {
    this.#counted = null;
    clearInterval(this.#beats);
  }
}
