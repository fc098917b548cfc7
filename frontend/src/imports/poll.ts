/* Asking again and again, quietly: only while somebody looks, never twice at once, and at once when they come back. */

/** Calls `task` every `interval` ms while the page is visible. What it throws is its own business. Returns what stops it. */
export function pollWhileVisible(task: () => Promise<void>, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;

  async function run() {
    clearTimeout(timer);
    if (running || stopped || document.hidden) return;
    running = true;
    try {
      await task();
    } finally {
      running = false;
      plan();
    }
  }

  function plan() {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), interval);
  }

  const back = () => void run();
  document.addEventListener("visibilitychange", back);
  addEventListener("focus", back);
  plan();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", back);
    removeEventListener("focus", back);
  };
}
