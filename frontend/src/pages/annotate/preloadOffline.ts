/*
 * Loads, with the first change, the parts of the workspace that are needed when the network fails: the log-in dialog, the
 * conflict dialog and the save queue with its export. After a failure the next change tries again.
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
