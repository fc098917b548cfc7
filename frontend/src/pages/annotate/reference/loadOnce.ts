/* Parts of the reference panel load after the answer, the search tools a second later or when they are first asked for. Without a
   network they load when it is back. */

const PATIENCE_MS = 1_000;
const AGAIN_MS = 10_000;

let hurry = () => {};

/** Ends the wait of `whenQuiet` at once. */
export function callTools(): void {
  hurry();
}

/** Calls `load` once, and again where it failed, until it succeeds. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => (loading ??= insisting(load));
}

async function insisting<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await online();
    }
  }
}

/** Waits until the answer has been readable for a moment, or until `callTools`. */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    hurry = resolve;
    setTimeout(resolve, PATIENCE_MS);
  });
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("online", () => resolve(), { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}
