/* The current time, for texts such as "closes in 2 hours". */

const INTERVAL_MS = 15_000;

/** Returns the time in milliseconds since 1970; it advances while the component lives. Call it when the component is made. */
export function ticking(): { readonly now: number } {
  let now = $state(Date.now());
  $effect(() => {
    const timer = setInterval(() => (now = Date.now()), INTERVAL_MS);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
