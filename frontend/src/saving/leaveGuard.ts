/*
 * Keeps unsaved work from being left behind. Leaving sends it first and asks only if that fails. A hidden page sends at once,
 * because it may never be shown again. When the network is back, everything is sent at once.
 */
import { t } from "../i18n/annotate";
import { recoverDrafts } from "./recovery.svelte";
import { saveQueue } from "./saveQueue.svelte";
import { announceTab, listenToTabs } from "./tabChannel";

/** The longest wait before the person is asked. */
const PATIENCE_MS = 5_000;
/** A page that was hidden for less than this is not refreshed. */
const FRESH_MS = 15_000;

/** What the guard needs of the application. */
export interface Host {
  /** The user name of the person who is logged in. */
  person: () => string | undefined;
  /** Asks `mayLeave` before the person logs out. Elsewhere in the application unsent work stays in the queue. */
  beforeLeave: (mayLeave: () => Promise<boolean>) => void;
}

let host: Host = { person: () => undefined, beforeLeave: () => {} };

/** Guards this page from the first work that is added to the save queue until the page is closed. */
export function startLeaveGuard(of: Host) {
  host = of;
  saveQueue.onFirst = watch;
}

function watch() {
  announceTab();
  listenToTabs((message) => {
    if (message.kind === "stored") saveQueue.at(message.draftKey)?.follow(message.annotation);
    else if (message.kind === "active") for (const each of saveQueue.active) each.pause();
    else if (message.kind === "logged-in") saveQueue.resume();
  });
  host.beforeLeave(() => mayLeave("leave.logout"));
  addEventListener("beforeunload", beforeUnload);
  addEventListener("online", () => saveQueue.resume());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hidden();
    else visible();
  });
}

/** Sends unsaved work, and asks the person if that fails. After the end of a session it does not ask: they return after the login. */
export async function mayLeave(question: "leave.unsent" | "leave.logout"): Promise<boolean> {
  const unsent = saveQueue.unsent();
  if (unsent.length === 0 || !host.person()) return true;
  const sent = Promise.all(unsent.map((each) => each.flush())).then((done) => done.every(Boolean));
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return (await Promise.race([sent, late])) || confirm(t(question));
}

function beforeUnload(event: Event) {
  const unsent = saveQueue.unsent();
  for (const each of unsent) void each.flush();
  if (unsent.length > 0) event.preventDefault();
}

let hiddenAt = 0;

function hidden() {
  hiddenAt = performance.now();
  for (const each of saveQueue.active) {
    each.pause();
    void each.flush();
  }
}

function visible() {
  saveQueue.resume();
  if (performance.now() - hiddenAt < FRESH_MS) return;
  for (const each of saveQueue.active) each.refresh();
  const person = host.person();
  if (person) recoverDrafts(person).catch(() => undefined);
}
