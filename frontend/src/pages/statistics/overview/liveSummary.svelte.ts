/* The live connection of a page: its state, polling when it is lost, and its end. */

import { ApiProblem } from "../../../api/problem";
import type { Summary } from "../../../api/types";
import { openSummarySocket } from "./summarySocket";

/** After this many failed attempts the network does not allow a live connection. */
const HOPELESS = 4;

export type Line = "opening" | "live" | "lost" | "none";

export class LiveSummary {
  line = $state<Line>("opening");
  /** When the connection was lost, or first tried. */
  lostAt = $state<number | null>(null);

  readonly #heard: (summary: Summary) => void;
  readonly #ask: () => Promise<unknown>;
  #everLive = false;
  #end: (() => void) | null = null;
  /** It was lost while the page was hidden, for an unknown reason. */
  #unasked = false;

  /** `ask` requests the summary over HTTP when the connection is lost. It returns the failure, or null. The failure tells the
   *  reason of the loss: no server, no login, or a proxy without WebSockets. */
  constructor(
    readonly slug: string,
    heard: (summary: Summary) => void,
    ask: () => Promise<unknown>,
  ) {
    this.#heard = heard;
    this.#ask = ask;
  }

  /** Where it has not begun. */
  begin(): void {
    if (this.#end) return;
    const hangUp = openSummarySocket(this.slug, {
      heard: (summary) => this.#hear(summary),
      lost: (times) => this.#lose(times),
    });
    const look = () => {
      if (this.#unasked) this.#wonder();
    };
    document.addEventListener("visibilitychange", look);
    this.#end = () => {
      hangUp();
      document.removeEventListener("visibilitychange", look);
    };
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }

  #hear(summary: Summary) {
    this.line = "live";
    this.#everLive = true;
    this.lostAt = null;
    this.#unasked = false;
    this.#heard(summary);
  }

  #lose(times: number) {
    this.lostAt ??= Date.now();
    this.line = !this.#everLive && times >= HOPELESS ? "none" : "lost";
    this.#wonder();
  }

  /** Why it was lost. In a hidden tab nothing is asked for. */
  #wonder() {
    this.#unasked = document.visibilityState !== "visible";
    if (this.#unasked) return;
    void this.#ask().then((failure) => {
      if (isRefused(failure)) this.end();
    });
  }
}

const isRefused = (failure: unknown) =>
  failure instanceof ApiProblem && [401, 403, 404].includes(failure.status);
