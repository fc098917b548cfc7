/*
 * What has not reached the server must not be left behind by accident: leaving sends it first and asks only when that
 * fails; a hidden page sends at once, because it may never be seen again; a network that comes back is used at once.
 */
import type { Guard } from "../router.svelte";
import type { Match } from "../routes";
import { t } from "./messages";
import type { Sitting } from "./sitting.svelte";

/** Longer nobody waits for a page to change. */
const PATIENCE_MS = 5_000;

export function guardUnsent(
  sitting: Sitting,
  beforeLeave: (guard: Guard) => () => void,
  /** From item to item nothing is left behind: the sitting goes on sending. */
  staysHere: (match: Match | null) => boolean,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const unsent = () => sitting.tasks.filter((task) => task.isUnsent());

  const stop = beforeLeave(async (_, match) => {
    if (staysHere(match)) return true;
    const sent = Promise.all(unsent().map((task) => task.flush())).then((done) => done.every(Boolean));
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
    return (await Promise.race([sent, late])) || confirm(t("leave.unsent"));
  });

  addEventListener(
    "beforeunload",
    (event) => {
      const left = unsent();
      if (left.length === 0) return;
      for (const task of left) void task.flush();
      event.preventDefault();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") return;
      sitting.task?.active.pause();
      for (const task of unsent()) void task.flush();
    },
    { signal },
  );
  addEventListener("online", () => sitting.resume(), { signal });

  return () => {
    stop();
    listeners.abort();
  };
}
