/*
 * Seconds spent on an item, honestly: only while the page is seen, and only up to a minute after the last sign of life.
 * Counted from a monotonic clock, so that a changed wall clock counts for nothing.
 */

const IDLE_MS = 60_000;

export class ActiveTime {
  #milliseconds: number;
  #lastSign: number | null = null;

  constructor(
    seconds: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#milliseconds = seconds * 1_000;
  }

  get seconds(): number {
    return Math.round(this.#milliseconds / 1_000);
  }

  /** A key, a click, a movement. */
  sign() {
    const now = this.now();
    if (this.#lastSign !== null) this.#milliseconds += Math.min(now - this.#lastSign, IDLE_MS);
    this.#lastSign = now;
  }

  /** The page was hidden: what follows does not count until the next sign. */
  pause() {
    if (this.#lastSign !== null) this.sign();
    this.#lastSign = null;
  }
}
