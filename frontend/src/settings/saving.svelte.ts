/* A page whose fields save themselves: one after the other, and the last word is told. */

export class Saving {
  busy = $state(0);
  /** When something was last stored, in milliseconds since 1970. */
  at: number | null = $state(null);
  failure: unknown = $state.raw(null);

  #last: Promise<unknown> = Promise.resolve();

  /** False where it was refused; why stands in `failure`. */
  async run(save: () => Promise<unknown>): Promise<boolean> {
    this.busy += 1;
    const mine = this.#last.then(save);
    this.#last = mine.catch(() => undefined);
    try {
      await mine;
      this.at = Date.now();
      this.failure = null;
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    } finally {
      this.busy -= 1;
    }
  }
}
