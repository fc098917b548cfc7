/*
 * Positions of handles, caret and toolbar, from rectangles of the text relative to its box. Offsets are never computed from
 * rectangles.
 */
import type { TextIndex, TextRange } from "../../../text/offsets";
import { domRange, rectsOf } from "../../../text/selection";

export interface Sheet {
  root: HTMLElement;
  box: HTMLElement;
  index: TextIndex;
  direction: "ltr" | "rtl";
}

/** A vertical line beside a letter, in px from the box's physical left and top. */
export interface EdgePlace {
  x: number;
  top: number;
  height: number;
}

export interface StripPlace {
  x: number;
  y: number;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Spaces and punctuation take the direction of the text around them. */
function runsRightToLeft(sheet: Sheet, grapheme: TextRange): boolean {
  const text = sheet.index.slice(grapheme.start, grapheme.end);
  if (/\p{Nd}/u.test(text)) return false;
  if (RIGHT_TO_LEFT.test(text)) return true;
  return /\p{L}/u.test(text) ? false : sheet.direction === "rtl";
}

/** Returns the edge of a mark: the outer side of its first or last letter. */
export function edgePlace(sheet: Sheet, span: TextRange, edge: "start" | "end"): EdgePlace | null {
  const { root, box, index } = sheet;
  const letter = index.graphemeAt(edge === "start" ? span.start : span.end - 1);
  const own = rectsOf(root, index, letter);
  // A line break has no rectangle: then the nearest letter of the mark.
  const rects = own.length > 0 ? own : rectsOf(root, index, span);
  const rect = edge === "start" ? rects[0] : rects.at(-1);
  if (!rect) return null;
  const origin = box.getBoundingClientRect();
  const atRight = runsRightToLeft(sheet, letter) === (edge === "start");
  return {
    x: (atRight ? rect.right : rect.left) - origin.left,
    top: rect.top - origin.top,
    height: rect.height,
  };
}

/** The range above and below the window, in window heights, for which lines are drawn. */
const REACH = 2;

/** Returns the positions of a range's lines in and near the window. */
export function linePlaces({ root, box, index }: Sheet, range: TextRange): (EdgePlace & { width: number })[] {
  const origin = box.getBoundingClientRect();
  return rectsOf(root, index, range)
    .filter(({ top, bottom }) => bottom > -REACH * innerHeight && top < (1 + REACH) * innerHeight)
    .map(({ left, top, width, height }) => ({ x: left - origin.left, top: top - origin.top, width, height }));
}

/** Returns the position of the caret before an offset. */
export function caretPlace(sheet: Sheet, offset: number): EdgePlace | null {
  const { index } = sheet;
  if (index.length === 0) return null;
  const before = offset > 0 ? index.graphemeAt(offset - 1) : null;
  const atLineEnd = before && (offset === index.length || /[\r\n]/.test(index.slice(offset, offset + 1)));
  if (before && atLineEnd && !/[\r\n]/.test(index.slice(before.start, before.end))) {
    return edgePlace(sheet, before, "end");
  }
  return edgePlace(sheet, index.graphemeAt(Math.min(offset, index.length - 1)), "start");
}

/** The number of characters around a mark whose lines its toolbar could cover: enough for five lines of any script. */
const NEIGHBOURHOOD = 500;

/** Returns a position of the toolbar: above the mark if there is room, else below it, else over the line before. It never covers controls before the text. */
export function stripPlace(
  sheet: Sheet,
  span: TextRange,
  size: { width: number; height: number },
): StripPlace | null {
  const { root, box, index, direction } = sheet;
  const rects = rectsOf(root, index, span);
  const first = rects[0];
  const last = rects.at(-1);
  if (!first || !last) return null;
  const origin = box.getBoundingClientRect();
  const wanted = direction === "rtl" ? first.right + 32 - size.width : first.left - 32;
  const x = Math.max(origin.left, Math.min(wanted, origin.right - size.width));
  const above = first.top - size.height - 3;
  const below = last.bottom + 14;
  const around = { start: span.start - NEIGHBOURHOOD, end: span.end + NEIGHBOURHOOD };
  const text = [...domRange(root, index, around).getClientRects()].filter(({ width }) => width > 1);
  const isFree = (top: number) =>
    !text.some(
      (rect) =>
        rect.left < x + size.width &&
        rect.right > x &&
        rect.top < top + size.height - 4 &&
        rect.bottom > top + 4,
    );
  const head = box.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
  const top = above >= head && (isFree(above) || !isFree(below)) ? above : below;
  return { x: x - origin.left, y: top - origin.top };
}
