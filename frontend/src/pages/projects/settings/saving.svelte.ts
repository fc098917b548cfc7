/* A page whose fields save themselves one after the other. The latest result is shown. */

export class Saving {
  busy = $state(0);
  /** When something was last stored, in milliseconds since 1970. */
  at: number | null = $state(null);
  failure: unknown = $state.raw(null);

  #last: Promise<unknown> = Promise.resolve();
  #answers: (() => void)[] = [];

  /**
   * Returns false on a refusal and sets `failure`. Responses are applied when no save is pending: an earlier one lacks
   * later changes and would show old values.
   */
  async run<T>(save: () => Promise<T>, take: (answer: T) => void): Promise<boolean> {
    this.busy += 1;
    const mine = this.#last.then(save);
    this.#last = mine.catch(() => undefined);
    try {
      const answer = await mine;
      this.#answers.push(() => take(answer));
      this.at = Date.now();
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    } finally {
      this.busy -= 1;
      if (this.busy === 0) for (const each of this.#answers.splice(0)) each();
    }
  }
}
