/* Looks again and again, as long as somebody can see it. */

/** Calls `look` now, and then every `seconds` while the page is in sight, and when it comes back to sight. Returns what ends it. */
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
