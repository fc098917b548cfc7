/*
 * What has not reached the server must not be left behind by accident: leaving sends it first and asks only when that
 * fails; a hidden page sends at once, because it may never be seen again; a network that comes back is used at once.
 */
import type { Guard } from "../router.svelte";
import { t } from "./messages";
import type { Task } from "./task.svelte";

/** Longer nobody waits for a page to change. */
const PATIENCE_MS = 5_000;

export function guardUnsent(
  current: () => Task | null,
  beforeLeave: (guard: Guard) => () => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;

  const stop = beforeLeave(async () => {
    const task = current();
    if (!task?.isUnsent()) return true;
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
    return (await Promise.race([task.flush(), late])) || confirm(t("leave.unsent"));
  });

  addEventListener(
    "beforeunload",
    (event) => {
      if (!current()?.isUnsent()) return;
      void current()?.flush();
      event.preventDefault();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") return;
      current()?.active.pause();
      void current()?.flush();
    },
    { signal },
  );
  addEventListener("online", () => current()?.resume(), { signal });

  return () => {
    stop();
    listeners.abort();
  };
}
