/*
 * Reads the browser's selection as code-point offsets. Offsets are computed from nodes: not from rectangles, because a range in
 * bidirectional text has several, and not from Selection.toString, which returns the text as laid out.
 */
import { offsetOfPoint, pointOfOffset, type TextIndex, type TextRange } from "./offsets";
import { wordAt } from "./words";

/** Returns the part of a DOM range inside `root`, or null. A drag may start or end anywhere on the page. */
export function rangeOffsets(root: Node, index: TextIndex, range: Range): TextRange | null {
  const start = clampedOffset(root, index, range.startContainer, range.startOffset);
  const end = clampedOffset(root, index, range.endContainer, range.endOffset);
  return start < end ? { start, end } : null;
}

function clampedOffset(root: Node, index: TextIndex, node: Node, nodeOffset: number): number {
  const inside = document.createRange();
  inside.selectNodeContents(root);
  const side = inside.comparePoint(node, nodeOffset);
  if (side < 0) return 0;
  if (side > 0) return index.length;
  return offsetOfPoint(root, index, node, nodeOffset);
}

/** Widens a range to whole graphemes: a mark never cuts an emoji sequence, a letter from its accent, or CR from LF. */
export function snapToGraphemes(index: TextIndex, range: TextRange): TextRange | null {
  if (range.start >= range.end) return null;
  return { start: index.graphemeAt(range.start).start, end: index.graphemeAt(range.end - 1).end };
}

/** Returns the current selection as a range that can become a mark. */
export function selectedRange(root: Node, index: TextIndex, selection: Selection | null): TextRange | null {
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const offsets = rangeOffsets(root, index, selection.getRangeAt(0));
  return offsets && snapToGraphemes(index, offsets);
}

/**
 * Returns the range without zero-width graphemes at its ends, such as line breaks and joiners: a pointer cannot choose a side of
 * them. Returns null if nothing visible is left.
 */
export function trimUnseen(root: Node, index: TextIndex, range: TextRange): TextRange | null {
  const seen = (grapheme: TextRange) => rectsOf(root, index, grapheme).length > 0;
  let { start, end } = range;
  while (start < end && !seen(index.graphemeAt(start))) start = index.graphemeAt(start).end;
  while (start < end && !seen(index.graphemeAt(end - 1))) end = index.graphemeAt(end - 1).start;
  return start < end ? { start, end } : null;
}

/** Returns the word at an offset, for a double click; between words the grapheme. */
export function wordRange(index: TextIndex, offset: number): TextRange {
  const word = wordAt(index, offset);
  if (word.isWord) return snapToGraphemes(index, word) ?? index.graphemeAt(offset);
  return index.graphemeAt(offset);
}

/** Returns the line of text around an offset, without its line break, for a triple click. */
export function paragraphRange(index: TextIndex, offset: number): TextRange | null {
  const lineBreak = /\r|\n/;
  const head = index.slice(0, offset).split(lineBreak).at(-1) ?? "";
  const tail = index.slice(offset, index.length).split(lineBreak, 1)[0] ?? "";
  const start = offset - [...head].length;
  const end = offset + [...tail].length;
  return start < end ? { start, end } : null;
}

/** Returns the offset of the caret that a click at this point of the window would set, or null outside `root`. */
export function offsetAtPoint(root: Node, index: TextIndex, x: number, y: number): number | null {
  const caret = caretAtPoint(x, y);
  if (!caret || !root.contains(caret.node)) return null;
  return offsetOfPoint(root, index, caret.node, caret.offset);
}

function caretAtPoint(x: number, y: number): { node: Node; offset: number } | null {
  if ("caretPositionFromPoint" in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  // Safari before 18.4 has only the older name.
  const range = legacyCaretRange(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

interface LegacyDocument {
  caretRangeFromPoint?(x: number, y: number): Range | null;
}

function legacyCaretRange(x: number, y: number): Range | null {
  const page: LegacyDocument = document;
  return page.caretRangeFromPoint?.(x, y) ?? null;
}

/**
 * Returns the grapheme under a point. The caret position is not enough: a click on the right half of a mark's last letter gives the
 * offset after the mark. Rectangles tell which of the two neighbours was hit.
 */
export function graphemeAtPoint(root: Node, index: TextIndex, x: number, y: number): TextRange | null {
  const offset = offsetAtPoint(root, index, x, y);
  if (offset === null) return null;
  const isHit = (range: TextRange) => rectsOf(root, index, range).some((rect) => contains(rect, x, y));
  const neighbours = [index.graphemeAt(offset), index.graphemeAt(Math.max(offset - 1, 0))];
  const neighbour = neighbours.find(isHit);
  if (neighbour) return neighbour;
  const around = { start: offset - BIDI_REACH, end: offset + BIDI_REACH };
  return isHit(around) ? (graphemesOf(index, around).find(isHit) ?? null) : null;
}

/** Searches a whole run: where two directions meet, a letter may be as far from its caret as its run is long. */
const BIDI_REACH = 200;

function contains(rect: DOMRect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
}

function graphemesOf(index: TextIndex, { start, end }: TextRange): TextRange[] {
  const graphemes: TextRange[] = [];
  for (let at = Math.max(start, 0); at < Math.min(end, index.length); at = graphemes.at(-1)?.end ?? end) {
    graphemes.push(index.graphemeAt(at));
  }
  return graphemes;
}

/** Returns a live DOM range over code-point offsets of `root`. */
export function domRange(root: Node, index: TextIndex, { start, end }: TextRange): Range {
  const range = document.createRange();
  const from = pointOfOffset(root, index, start, "start");
  const to = pointOfOffset(root, index, end, "end");
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** Returns the rectangles of a range in reading order, in window coordinates, without the empty ones of line ends. */
export function rectsOf(root: Node, index: TextIndex, range: TextRange): DOMRect[] {
  return [...domRange(root, index, range).getClientRects()].filter((rect) => rect.width > 0);
}
