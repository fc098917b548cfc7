/* Receives the summary over a websocket that reconnects by itself.

   After a loss it retries with growing, random delays, so that pages that lost the server together do not return together. A
   connection without messages for a long time counts as lost. */

import type { Summary } from "../../../api/types";

/** The server says something every 30 seconds. */
export const SILENCE_MS = 75_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export type SummaryListener = {
  heard: (summary: Summary) => void;
  /** How often in a row the line could not be opened, or was lost. */
  lost: (times: number) => void;
};

/** Exponential backoff with jitter, at least half of the delay. */
export function pause(times: number, chance: number): number {
  return Math.min(FIRST_MS * 2 ** (times - 1), LONGEST_MS) * (0.5 + 0.5 * chance);
}

/** Returns a function that stops it. */
export function openSummarySocket(slug: string, { heard, lost }: SummaryListener): () => void {
  const address = new URL(`/api/v1/projects/${slug}/live/`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  let hang = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let times = 0;

  function call() {
    clearTimeout(timer);
    timer = setTimeout(fail, SILENCE_MS);
    const socket = new WebSocket(address);
    hang = () => {
      socket.onmessage = socket.onclose = null;
      socket.close();
    };
    socket.onclose = fail;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      times = 0;
      clearTimeout(timer);
      timer = setTimeout(fail, SILENCE_MS);
      const summary: Summary = JSON.parse(data);
      heard(summary);
    };
  }

  function fail() {
    hang();
    clearTimeout(timer);
    times += 1;
    timer = setTimeout(call, pause(times, Math.random()));
    lost(times);
  }

  /** The network is back or the page is visible: connect without delay. */
  function hurry() {
    if (times > 0 && document.visibilityState === "visible") {
      hang();
      call();
    }
  }

  call();
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  return () => {
    hang();
    clearTimeout(timer);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
  };
}
