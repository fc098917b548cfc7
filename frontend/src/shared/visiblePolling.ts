/* Polls while the page is visible. */

/** Calls `look` now, every `seconds` while the page is visible, and when it becomes visible. Returns a function that stops it. */
export function pollWhileVisible(look: () => void, seconds: number): () => void {
  const lookIfSeen = () => {
    if (document.visibilityState === "visible") look();
  };
  const timer = setInterval(lookIfSeen, seconds * 1_000);
  document.addEventListener("visibilitychange", lookIfSeen);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", lookIfSeen);
  };
}
