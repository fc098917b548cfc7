/* Calls a function when the time on an item passes a limit. */

const LOOK_MS = 1_000;

/**
 * Calls `tell` with the number of seconds, once when `time` reaches `after` of them, and not if it was there at `arrival`. With
 * `repeats`, again at each multiple of `after`. Returns a function that stops it.
 *
 * What passes between the arrival and this call is noticed too: on a slow machine the page of the notice loads late.
 */
export function whenPassing(
  time: { readonly seconds: number },
  arrival: number,
  after: number,
  repeats: boolean,
  tell: (seconds: number) => void,
): () => void {
  let passed = Math.floor(arrival / after);
  if (passed > 0 && !repeats) return () => undefined;
  const looking = setInterval(() => {
    const now = Math.floor(time.seconds / after);
    if (now <= passed) return;
    passed = now;
    if (!repeats) clearInterval(looking);
    tell(now * after);
  }, LOOK_MS);
  return () => clearInterval(looking);
}
