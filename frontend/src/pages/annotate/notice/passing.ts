/* Calls a function when the time on an item passes a limit. */

const LOOK_MS = 1_000;

/**
 * Calls `tell` once, when `time` reaches `after` seconds while it is watched, and not if it is above that from the start. Returns a
 * function that stops it.
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
