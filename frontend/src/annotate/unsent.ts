/*
 * What has not reached the server must not be left behind by accident: leaving sends it first and asks only when that
 * fails; a hidden page sends at once, because it may never be seen again; a network that comes back is used at once.
 */
import { router } from "../router.svelte";
import type { Match } from "../routes";
import { session } from "../session/session.svelte";
import { t } from "../i18n/annotate";
import { outbox } from "./outbox.svelte";
import { beHere, listen } from "./tabs";

/** Longer nobody waits for a page to change. */
const PATIENCE_MS = 5_000;
/** Whoever looks at a page again soon need not be told what has changed meanwhile. */
const FRESH_MS = 15_000;

/** While a project's workspace is shown. From item to item nothing is left behind. */
export function guardUnsent(staysHere: (match: Match | null) => boolean): () => void {
  return router.beforeLeave((_, match) => staysHere(match) || isLogin(match) || mayGo("leave.unsent"));
}

let watching = false;

/** As long as the page is there: what is unsent need not be on the screen, nor the screen show a workspace. */
export function watchUnsent() {
  if (watching) return;
  watching = true;
  beHere();
  listen((word) => {
    if (word.kind === "stored") outbox.at(word.place)?.follow(word.annotation);
    else if (word.kind === "active") for (const each of outbox.living) each.pause();
    else if (word.kind === "logged-in") outbox.resume();
  });
  router.beforeLeave((_, match) => !isLogin(match) || mayGo("leave.logout"));
  addEventListener("beforeunload", beforeUnload);
  addEventListener("online", () => outbox.resume());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hidden();
    else visible();
  });
}

/** Nobody is asked whose session has ended: they come back here. */
async function mayGo(question: "leave.unsent" | "leave.logout"): Promise<boolean> {
  const unsent = outbox.unsent();
  if (unsent.length === 0 || !session.user) return true;
  const sent = Promise.all(unsent.map((each) => each.flush())).then((done) => done.every(Boolean));
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return (await Promise.race([sent, late])) || confirm(t(question));
}

function isLogin(match: Match | null): boolean {
  return match?.name === "login";
}

function beforeUnload(event: Event) {
  const unsent = outbox.unsent();
  for (const each of unsent) void each.flush();
  if (unsent.length > 0) event.preventDefault();
}

let hiddenAt = 0;

function hidden() {
  hiddenAt = performance.now();
  for (const each of outbox.living) {
    each.pause();
    void each.flush();
  }
}

function visible() {
  outbox.resume();
  if (performance.now() - hiddenAt < FRESH_MS) return;
  for (const each of outbox.living) each.refresh();
  const person = session.user?.username;
  if (person) void import("./takeup.svelte").then(({ takeUp }) => takeUp(person)).catch(() => undefined);
}
