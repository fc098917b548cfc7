/*
 * Paints a thin row per annotator below the text, and gold at the bottom. The rows are backgrounds of the text's own pieces, so that
 * they break with its lines. The content security policy forbids style attributes, so each style property is set by script.
 */
import type { ItemAnnotation } from "../../../api/types";

/** Beyond these, lanes could not be told apart: then there is only the lane of the row in hand. */
export const MOST_LANES = 8;

const PITCH = 5; // px from lane to lane

/** Whose lane is where, top to bottom, and how many lanes there is room for. */
export interface Lanes {
  annotators: string[];
  /** Somebody who has no lane of their own may come into hand: their lane is the last one. */
  spare: boolean;
  slots: number;
}

export function lanesOf(annotations: readonly ItemAnnotation[]): Lanes {
  const marked = annotations.filter(({ normalized }) => normalized.length > 0);
  const counted = annotations.filter(({ status }) => status === "counted").map(({ annotator }) => annotator);
  const annotators = marked.length > 0 && counted.length <= MOST_LANES ? counted : [];
  const spare = marked.some(({ annotator }) => !annotators.includes(annotator));
  return { annotators, spare, slots: annotators.length + (spare ? 1 : 0) };
}

/** The slot of an annotator's lane, or null. Only the one in hand has a lane in the spare slot. */
export function slotOf(lanes: Lanes, annotator: string, hand: string | null): number | null {
  const slot = lanes.annotators.indexOf(annotator);
  if (slot >= 0) return slot;
  return lanes.spare && annotator === hand ? lanes.annotators.length : null;
}

export interface Lane {
  slot: number;
  hand: boolean;
}

export type LanePainting = { image: string; position: string; size: string };

/** Backgrounds for a piece of text that these lanes run under. */
export function paintLanes(lanes: readonly Lane[], slots: number, gold: boolean): LanePainting {
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

/** Heights of the lines of the small sign that says which lane is whose, in a box of 21. */
export function signLines(count: number): number[] {
  const pitch = count > 1 ? Math.min(4, 16 / (count - 1)) : 0;
  const first = 10.5 - (pitch * (count - 1)) / 2;
  return Array.from({ length: count }, (_, line) => first + pitch * line);
}
