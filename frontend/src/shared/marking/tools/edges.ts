/*
 * Scrolls while an edge is dragged near the upper or lower end of a scrolled box. A captured pointer does not scroll by itself.
 */

const NEAR_PX = 48;
const STEP_PX = 10;

/** Scrolls while the pointer is near an edge and calls `onscroll` with its last event. Returns a function that stops it. */
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
