/* Polls a result while the page is visible. There is one loop, even with extra requests. The response to the latest request
   wins. */

export function isUnderWay(run: { state: string } | null | undefined): boolean {
  return run?.state === "waiting" || run?.state === "running";
}

export class JobFollower<Answer> {
  answer = $state.raw<Answer | null>(null);
  answeredAt = $state<number | null>(null);
  failure = $state.raw<unknown>(null);

  readonly #read: () => Promise<Answer>;
  readonly #pause: () => number;
  readonly #heard: (answer: Answer) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;
  #askedAt = -Infinity;
  #asking = false;
  #following = false;

  /** `pause`: milliseconds between two requests; `heard` is called with each current response. */
  constructor(read: () => Promise<Answer>, pause: () => number, heard: (answer: Answer) => void = () => {}) {
    this.#read = read;
    this.#pause = pause;
    this.#heard = heard;
  }

  /** Requests at once, in place of an earlier request. A failure is reported, and polling continues. */
  async ask(read: () => Promise<Answer> = this.#read): Promise<void> {
    clearTimeout(this.#timer);
    const question = ++this.#question;
    const counts = () => question === this.#question;
    this.#asking = true;
    this.#askedAt = Date.now();
    try {
      const answer = await read();
      if (!counts()) return;
      this.answer = answer;
      this.answeredAt = Date.now();
      this.failure = null;
      this.#heard(answer);
    } catch (error) {
      if (!counts()) return;
      this.failure = error;
    }
    // `heard` may have started another request.
    if (!counts()) return;
    this.#asking = false;
    if (this.#following) this.#timer = setTimeout(() => this.#look(), this.#pause());
  }

  /** Schedules the next request so many milliseconds after the last one, instead of the usual pause. */
  soon(after: number): void {
    if (!this.#following || this.#asking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.max(0, this.#askedAt + after - Date.now()));
  }

  /** Polls while the page is visible. Returns a function that stops it. */
  follow(): () => void {
    const look = () => this.#look();
    this.#following = true;
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearTimeout(this.#timer);
      this.#following = false;
      this.#asking = false;
      this.#question += 1;
    };
  }

  /** Does nothing while a request is pending. */
  #look(): void {
    clearTimeout(this.#timer);
    if (document.visibilityState === "visible" && !this.#asking) void this.ask();
  }
}
