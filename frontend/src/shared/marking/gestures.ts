/*
 * Pointer gestures over an answer. Drawing uses the browser's own selection, which scrolls, crosses lines and handles
 * bidirectional text as people expect. It becomes a mark when the button is released. Listens on the document, because a drag may
 * begin in the margin and end below the text.
 */
import type { TextIndex, TextRange } from "../../text/offsets";
import { graphemeAtPoint, paragraphRange, selectedRange, trimUnseen, wordRange } from "../../text/selection";
import { snapToWords, type Snap } from "../../text/snap";

export interface Point {
  x: number;
  y: number;
}

export interface GestureHandlers {
  /** A press anywhere on the answer: a drag may follow. */
  onPress(): void;
  /** The range that the current drag would mark. */
  onDraw(range: TextRange | null): void;
  /** Marks with the same gesture are one step to undo: the third click of three takes in what the second one marked. */
  onMark(range: TextRange, gesture: string): void;
  /** A click on a grapheme, or (null) on blank paper of the answer. */
  onPick(grapheme: TextRange | null, place: Point): void;
  /** A Shift-click. False when there was no mark to extend. */
  onExtend(grapheme: TextRange, snap: Snap): boolean;
  onHover(grapheme: TextRange | null): void;
  /** Selected by long press or by keys, and snapped: not yet a mark, it waits for the person to say so. */
  onSelect(range: TextRange | null): void;
  /** To what a drag snaps; with Alt held, to the other one. */
  snap(): Snap;
}

/** A movement below this distance, in px, is a click. */
const DRAG_PX = 3;

interface Press extends Point {
  where: "answer" | "margin" | "text";
  letter: TextRange | null;
}

/**
 * Returns the letters under both ends of a drag and those between. Across a run of forced direction, browsers may take both ends
 * for the same position and select nothing.
 */
function lettersBetween(from: TextRange | null, to: TextRange | null): TextRange | null {
  return from && to && { start: Math.min(from.start, to.start), end: Math.max(from.end, to.end) };
}

/** Returns the other mode while Alt is held. */
export function snapOf(snap: Snap, { altKey }: { altKey: boolean }): Snap {
  return (snap === "words") === altKey ? "characters" : "words";
}

/** Returns the range that becomes a mark. */
export function snapped(root: HTMLElement, index: TextIndex, drawn: TextRange, snap: Snap): TextRange {
  if (snap === "characters") return drawn;
  const words = snapToWords(index, drawn);
  // Unicode includes invisible joiners after a word in it.
  return trimUnseen(root, index, words) ?? words;
}

export function listenForGestures(
  root: HTMLElement,
  index: TextIndex,
  handlers: GestureHandlers,
): () => void {
  const listeners = new AbortController();
  let press: Press | null = null;
  let last: { target: EventTarget | null; altKey: boolean } | null = null;
  let clicks = 0;

  function placeOf(target: EventTarget | null): Press["where"] | null {
    if (!(target instanceof Element)) return null;
    if (root.contains(target)) return "answer";
    if (
      target.closest(
        "button, a, input, textarea, select, label, dialog, [popover], [role=toolbar], [data-handle], [data-mark-of]",
      )
    )
      return null;
    return target.contains(root) ? "margin" : "text";
  }

  function down(event: MouseEvent) {
    const where = event.button === 0 ? placeOf(event.target) : null;
    press = where && { x: event.clientX, y: event.clientY, where, letter: letterAt(event) };
    last = event;
    if (event.detail < 2) clicks += 1;
    if (where !== "answer") return;
    // Otherwise a press in selected text would drag the text instead of starting a new selection.
    if (!event.shiftKey && !document.getSelection()?.isCollapsed) document.getSelection()?.removeAllRanges();
    handlers.onPress();
  }

  function up(event: MouseEvent) {
    const began = press;
    if (!began || event.button !== 0) return;
    letGo();
    if (isDrag(began, event)) finishDrag(began, event);
    else if (began.where === "answer") finishClick(event);
  }

  function letGo() {
    if (!press) return;
    press = null;
    cancelAnimationFrame(drawing);
    drawing = 0;
    handlers.onDraw(null);
  }

  function isDrag(began: Press, event: MouseEvent): boolean {
    return Math.hypot(event.clientX - began.x, event.clientY - began.y) >= DRAG_PX;
  }

  /** A drag that starts and ends outside the answer copies text of the page and marks nothing. */
  function isForeign(began: Press, target: EventTarget | null): boolean {
    return began.where === "text" && placeOf(target) !== "answer";
  }

  function finishDrag(began: Press, event: MouseEvent) {
    if (isForeign(began, event.target)) return;
    const drawn = drawnRange() ?? lettersBetween(began.letter, letterAt(event));
    if (!drawn) return;
    document.getSelection()?.removeAllRanges();
    handlers.onMark(taken(drawn, snapOf(handlers.snap(), event)), `drag ${clicks}`);
  }

  function drawnRange(): TextRange | null {
    const selected = selectedRange(root, index, document.getSelection());
    return selected && trimUnseen(root, index, selected);
  }

  const taken = (drawn: TextRange, snap: Snap) => snapped(root, index, drawn, snap);

  /** Mouse events give whole pixels; the middle of the pixel is meant. */
  const letterAt = (event: MouseEvent) =>
    graphemeAtPoint(root, index, event.clientX + 0.5, event.clientY + 0.5);

  function finishClick(event: MouseEvent) {
    const grapheme = letterAt(event);
    if (event.shiftKey) {
      extend(grapheme, snapOf(handlers.snap(), event));
    } else if (event.detail < 2 || !grapheme) {
      handlers.onPick(grapheme, { x: event.clientX, y: event.clientY });
    } else {
      const { start } = grapheme;
      const range = event.detail === 2 ? wordRange(index, start) : paragraphRange(index, start);
      document.getSelection()?.removeAllRanges();
      if (range) handlers.onMark(range, `clicks ${clicks}`);
    }
  }

  /** From the selected mark to here; without one, from where the caret was, as the browser selects it. */
  function extend(grapheme: TextRange | null, snap: Snap) {
    const drawn = drawnRange();
    const extended = grapheme && handlers.onExtend(grapheme, snap);
    if (!extended && drawn) handlers.onMark(taken(drawn, snap), `clicks ${clicks}`);
    if (extended || drawn) document.getSelection()?.removeAllRanges();
  }

  /** Looking a place up costs layout: once a frame is enough, for where the pointer is by then. */
  let hovering = 0;
  let hovered: MouseEvent;
  function hover(event: MouseEvent) {
    if (event.buttons !== 0) return;
    hovered = event;
    hovering ||= requestAnimationFrame(() => {
      hovering = 0;
      handlers.onHover(letterAt(hovered));
    });
  }

  function leave() {
    cancelAnimationFrame(hovering);
    hovering = 0;
    handlers.onHover(null);
  }

  function move(event: MouseEvent) {
    if (!press) return;
    last = event;
    // The button was released without an event, such as over another window.
    if (event.buttons === 0) up(event);
    else if (isDrag(press, event)) draw();
  }

  let drawing = 0;
  function draw() {
    drawing ||= requestAnimationFrame(() => {
      drawing = 0;
      if (!press || !last) return;
      const drawn = isForeign(press, last.target) ? null : drawnRange();
      handlers.onDraw(drawn && taken(drawn, snapOf(handlers.snap(), last)));
    });
  }

  function key(event: KeyboardEvent) {
    if (!press) return;
    if (event.key === "Escape") {
      event.preventDefault();
      letGo();
      document.getSelection()?.removeAllRanges();
    } else if (event.key === "Alt") {
      // Releasing would open the browser's menu.
      event.preventDefault();
      if (last) last = { target: last.target, altKey: event.type === "keydown" };
      draw();
    }
  }

  function selectionChanged() {
    if (press) return;
    const selection = document.getSelection();
    const touches =
      root.contains(selection?.anchorNode ?? null) || root.contains(selection?.focusNode ?? null);
    const selected = touches ? selectedRange(root, index, selection) : null;
    handlers.onSelect(selected && snapped(root, index, selected, handlers.snap()));
  }

  const options = { signal: listeners.signal };
  document.addEventListener("mousedown", down, options);
  document.addEventListener("mousemove", move, options);
  document.addEventListener("mouseup", up, options);
  // Its menu takes the release of the button for itself.
  document.addEventListener("contextmenu", letGo, options);
  document.addEventListener("keydown", key, { ...options, capture: true });
  document.addEventListener("keyup", key, options);
  document.addEventListener("selectionchange", selectionChanged, options);
  root.addEventListener("mousemove", hover, options);
  root.addEventListener("mouseleave", leave, options);
  return () => {
    cancelAnimationFrame(hovering);
    cancelAnimationFrame(drawing);
    listeners.abort();
  };
}
