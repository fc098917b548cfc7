/* Leaves a frame to what is on the screen. */

/** A tab in the background paints no frames. */
const LONGEST_MS = 200;

/** Calls `then` once, after the next frame is painted. Returns a function that cancels it. */
export function afterPaint(then: () => void): () => void {
  let over = false;
  const end = () => {
    if (!over) then();
    over = true;
  };
  requestAnimationFrame(() => setTimeout(end));
  setTimeout(end, LONGEST_MS);
  return () => {
    over = true;
  };
}
