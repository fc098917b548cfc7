/* Calls a function when the time on an item passes a limit. */

const LOOK_MS = 1_000;

/**
 * Calls `tell` once, when `time` comes to `after` seconds while it is watched: whoever comes back to an item later was told then.
 * Returns what ends the watch.
 */
export function whenPassing(time: { readonly seconds: number }, after: number, tell: () => void): () => void {
  if (time.seconds >= after) return () => undefined;
  const looking = setInterval(() => {
    if (time.seconds < after) return;
    clearInterval(looking);
    tell();
  }, LOOK_MS);
  return () => clearInterval(looking);
}
