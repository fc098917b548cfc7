/* A page whose fields save themselves one after the other. The latest result is shown. */

export class Saving {
  busy = $state(0);
  /** When something was last stored, in milliseconds since 1970. */
  at: number | null = $state(null);
  failure: unknown = $state.raw(null);

  #last: Promise<unknown> = Promise.resolve();
  #answers: (() => void)[] = [];

  /**
   * False where it was refused; why stands in `failure`. Answers are taken when nothing else is under way: what was changed
   * since is not in them yet, and would be seen to go back.
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
