/*
 * Whoever works may be without a network in the next moment, and needs just then what was not needed before: to log in again,
 * to choose between two versions, to see what waits and take it home as a file. So it is fetched with the first change. What
 * did not come is asked for again with the next one.
 */
import { withTexts } from "../../i18n";
import { markTools } from "../../shared/marking/loadMarkTools.svelte";

const provisions = () => [
  import("./save-queue/SaveQueueDialog.svelte"),
  import("./save-queue/refusals"),
  import("./trouble/Conflict.svelte"),
  import("./trouble/SignInAgain.svelte"),
  import("../../shared/forms/problem/Problem.svelte"),
];

let here = false;

export function preloadOffline() {
  markTools.load();
  if (here) return;
  here = true;
  withTexts(Promise.all(provisions())).catch(() => (here = false));
}
