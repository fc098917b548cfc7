/*
 * What the mouse means over an answer. Drawing is the browser's own selection, so that it scrolls, crosses lines and reads
 * bidirectional text as people know it; it becomes a mark the moment the button is let go, wherever that is. Listens on the
 * document, because a drag may begin in the margin and end below the text.
 */
import type { TextIndex, TextRange } from "../text/offsets";
import { graphemeAtPoint, paragraphRange, selectedRange, trimUnseen, wordRange } from "../text/selection";
import { snapToWords, type Snap } from "../text/snap";

export interface GestureHandlers {
  /** A press anywhere on the answer: a drag may follow. */
  onPress(): void;
  onMark(range: TextRange): void;
  /** A click on a grapheme, or (null) on blank paper of the answer. */
  onPick(grapheme: TextRange | null, extend: boolean): void;
  onHover(grapheme: TextRange | null): void;
  /** Selected by long press or by keys: not yet a mark, it waits for the person to say so. */
  onSelect(range: TextRange | null): void;
  /** To what a drag snaps; with Alt held, to the other one. */
  snap(): Snap;
}

/** Less than this between press and release is a click of an unsteady hand. */
const DRAG_PX = 3;

interface Press {
  x: number;
  y: number;
  where: "answer" | "margin" | "text";
  letter: TextRange | null;
}

/**
 * At the edge of a run that is forced to read the other way, the browser takes both ends of a drag across the run for the
 * same place, and nothing is selected. Then it is the letters under both ends, and those between.
 */
function lettersBetween(from: TextRange | null, to: TextRange | null): TextRange | null {
  return from && to && { start: Math.min(from.start, to.start), end: Math.max(from.end, to.end) };
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
    press = where && { x: event.clientX, y: event.clientY, where, letter: letterAt(event) };
    if (where === "answer") handlers.onPress();
  }

  function up(event: MouseEvent) {
    const began = press;
    press = null;
    if (!began || event.button !== 0) return;
    const dragged = Math.hypot(event.clientX - began.x, event.clientY - began.y) >= DRAG_PX;
    if (dragged) finishDrag(began, event);
    else if (began.where === "answer") finishClick(event);
  }

  function finishDrag(began: Press, event: MouseEvent) {
    // From other text to other text across the answer is somebody copying the page, not marking all of it.
    if (began.where === "text" && placeOf(event.target) !== "answer") return;
    const drawn = drawnRange() ?? lettersBetween(began.letter, letterAt(event));
    if (!drawn) return;
    const words = (handlers.snap() === "words") !== event.altKey;
    document.getSelection()?.removeAllRanges();
    handlers.onMark(words ? wholeWords(drawn) : drawn);
  }

  function drawnRange(): TextRange | null {
    const selected = selectedRange(root, index, document.getSelection());
    return selected && trimUnseen(root, index, selected);
  }

  /** To Unicode, joiners behind a word are part of it; nobody sees them. */
  function wholeWords(drawn: TextRange): TextRange {
    const words = snapToWords(index, drawn);
    return trimUnseen(root, index, words) ?? words;
  }

  /** Mouse events give whole pixels; the middle of the pixel is meant. */
  const letterAt = (event: MouseEvent) =>
    graphemeAtPoint(root, index, event.clientX + 0.5, event.clientY + 0.5);

  function finishClick(event: MouseEvent) {
    const grapheme = letterAt(event);
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
      handlers.onHover(letterAt(event));
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
