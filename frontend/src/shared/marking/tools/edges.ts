/*
 * A pointer that is captured does not scroll what lies under it: near the upper and lower edge of the scrolled box it has to be
 * done by hand, or an edge could not be dragged to a line that is out of sight.
 */

const NEAR_PX = 48;
const STEP_PX = 10;

/** Scrolls while the pointer is near an edge, and calls `onscroll` with its last event. Ends with what it returns. */
export function scrollAtEdges(
  inside: HTMLElement,
  first: PointerEvent,
  onscroll: (event: PointerEvent) => void,
): () => void {
  const box = scrollerOf(inside);
  let last = first;
  let frame = requestAnimationFrame(look);

  function look() {
    const { top, bottom } = box === document.scrollingElement ? windowBox() : box.getBoundingClientRect();
    const step = last.clientY < top + NEAR_PX ? -STEP_PX : last.clientY > bottom - NEAR_PX ? STEP_PX : 0;
    const before = box.scrollTop;
    box.scrollTop += step;
    if (box.scrollTop !== before) onscroll(last);
    frame = requestAnimationFrame(look);
  }

  const moved = (event: PointerEvent) => (last = event);
  document.addEventListener("pointermove", moved);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("pointermove", moved);
  };
}

function windowBox() {
  return { top: 0, bottom: innerHeight };
}

function scrollerOf(inside: Element): Element {
  for (let box = inside.parentElement; box; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement ?? document.documentElement;
}
