/*
 * What the mouse means over an answer. Drawing is the browser's own selection, so that it scrolls, crosses lines and reads
 * bidirectional text as people know it; it becomes a mark the moment the button is let go, wherever that is. Listens on the
 * document, because a drag may begin in the margin and end below the text.
 */
import type { TextIndex, TextRange } from "../text/offsets";
import { graphemeAtPoint, paragraphRange, selectedRange, wordRange } from "../text/selection";

export interface GestureHandlers {
  /** A press anywhere on the answer: a drag may follow. */
  onPress(): void;
  onMark(range: TextRange): void;
  /** A click on a grapheme, or (null) on blank paper of the answer. */
  onPick(grapheme: TextRange | null, extend: boolean): void;
  onHover(grapheme: TextRange | null): void;
  /** Selected by long press or by keys: not yet a mark, it waits for the person to say so. */
  onSelect(range: TextRange | null): void;
}

/** Less than this between press and release is a click of an unsteady hand. */
const DRAG_PX = 3;

interface Press {
  x: number;
  y: number;
  where: "answer" | "margin" | "text";
}

export function listenForGestures(
  root: HTMLElement,
  index: TextIndex,
  handlers: GestureHandlers,
): () => void {
  const listeners = new AbortController();
  let press: Press | null = null;

  function placeOf(target: EventTarget | null): Press["where"] | null {
    if (!(target instanceof Element)) return null;
    if (root.contains(target)) return "answer";
    if (target.closest("button, a, input, textarea, select, label, dialog, [role=toolbar], [data-handle]"))
      return null;
    return target.contains(root) ? "margin" : "text";
  }

  function down(event: MouseEvent) {
    const where = event.button === 0 ? placeOf(event.target) : null;
    press = where && { x: event.clientX, y: event.clientY, where };
    if (where === "answer") handlers.onPress();
  }

  function up(event: MouseEvent) {
    const began = press;
    press = null;
    if (!began || event.button !== 0) return;
    const dragged = Math.hypot(event.clientX - began.x, event.clientY - began.y) >= DRAG_PX;
    if (dragged) finishDrag(began.where, placeOf(event.target));
    else if (began.where === "answer") finishClick(event);
  }

  /** From other text to other text across the answer is somebody copying the page, not marking all of it. */
  function finishDrag(from: Press["where"], to: Press["where"] | null) {
    if (from === "text" && to !== "answer") return;
    const selection = document.getSelection();
    const range = selectedRange(root, index, selection);
    if (!range) return;
    selection?.removeAllRanges();
    handlers.onMark(range);
  }

  function finishClick(event: MouseEvent) {
    const grapheme = graphemeAtPoint(root, index, event.clientX, event.clientY);
    if (event.detail < 2 || !grapheme) {
      handlers.onPick(grapheme, event.shiftKey);
      return;
    }
    const range =
      event.detail === 2 ? wordRange(index, grapheme.start) : paragraphRange(index, grapheme.start);
    document.getSelection()?.removeAllRanges();
    if (range) handlers.onMark(range);
  }

  /** Looking a place up costs layout: once a frame is enough. */
  let hovering = 0;
  function move(event: MouseEvent) {
    if (event.buttons !== 0 || hovering !== 0) return;
    hovering = requestAnimationFrame(() => {
      hovering = 0;
      handlers.onHover(graphemeAtPoint(root, index, event.clientX, event.clientY));
    });
  }

  function selectionChanged() {
    if (press) return;
    const selection = document.getSelection();
    const touches =
      root.contains(selection?.anchorNode ?? null) || root.contains(selection?.focusNode ?? null);
    handlers.onSelect(touches ? selectedRange(root, index, selection) : null);
  }

  const options = { signal: listeners.signal };
  document.addEventListener("mousedown", down, options);
  document.addEventListener("mouseup", up, options);
  document.addEventListener("selectionchange", selectionChanged, options);
  root.addEventListener("mousemove", move, options);
  root.addEventListener("mouseleave", () => handlers.onHover(null), options);
  return () => {
    cancelAnimationFrame(hovering);
    listeners.abort();
  };
}
