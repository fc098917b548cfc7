/*
 * Paints a thin row per annotator below the text, and gold at the bottom. The rows are backgrounds of the text's own pieces, so that
 * they break with its lines. The content security policy forbids style attributes, so each style property is set by script.
 */
import type { ItemAnnotation } from "../../../api/types";

/** More rows could not be distinguished: then only the active annotator's row is painted. */
export const MOST_ROWS = 8;

const PITCH = 5; // px from row to row

/** The annotators with a row, top to bottom, and the number of rows. */
export interface RowLayout {
  annotators: string[];
  /** The last row is reserved for an active annotator without a row. */
  spare: boolean;
  slots: number;
}

export function layoutRows(annotations: readonly ItemAnnotation[]): RowLayout {
  const marked = annotations.filter(({ normalized }) => normalized.length > 0);
  const counted = annotations.filter(({ status }) => status === "counted").map(({ annotator }) => annotator);
  const annotators = marked.length > 0 && counted.length <= MOST_ROWS ? counted : [];
  const spare = marked.some(({ annotator }) => !annotators.includes(annotator));
  return { annotators, spare, slots: annotators.length + (spare ? 1 : 0) };
}

/** Returns the row number of an annotator, or null. Only the active annotator can use the spare row. */
export function slotOf(lanes: RowLayout, annotator: string, hand: string | null): number | null {
  const slot = lanes.annotators.indexOf(annotator);
  if (slot >= 0) return slot;
  return lanes.spare && annotator === hand ? lanes.annotators.length : null;
}

export interface PaintedRow {
  slot: number;
  hand: boolean;
}

export type RowPainting = { image: string; position: string; size: string };

/** Returns the backgrounds of a piece of text above these rows. */
export function paintRows(lanes: readonly PaintedRow[], slots: number, gold: boolean): RowPainting {
  const layers = lanes.map(({ slot, hand }) => ({
    color: hand ? "--accent" : "--lane",
    fromEnd: PITCH * (slots - slot),
    weight: hand ? 3 : 2,
  }));
  if (gold) layers.push({ color: "--ink", fromEnd: 0, weight: 3 });
  return {
    image: layers.map(({ color }) => `linear-gradient(var(${color}) 0 0)`).join(", "),
    position: layers.map(({ fromEnd }) => `0 calc(100% - ${fromEnd}px)`).join(", "),
    size: layers.map(({ weight }) => `100% ${weight}px`).join(", "),
  };
}

/** Returns the heights of the lines in the annotator key, in a box of 21. */
export function signLines(count: number): number[] {
  const pitch = count > 1 ? Math.min(4, 16 / (count - 1)) : 0;
  const first = 10.5 - (pitch * (count - 1)) / 2;
  return Array.from({ length: count }, (_, line) => first + pitch * line);
}
