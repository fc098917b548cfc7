/* Positions of everyone's marks as thin lanes below the lines of the answer. */

import { rectsOf } from "../../../text/selection";
import type { Mark, Vote } from "../../../text/disputes";
import type { TextRange } from "../../../text/offsets";
import type { Sheet } from "../../../shared/marking/tools/overlay";

/** More lanes could not be distinguished: then there is one for the shares, and one for the annotator in hand. */
export const MOST_LANES = 8;

/** px from lane to lane. */
const PITCH = 4;
/** px between the text and the first lane: room for the underline of a mark. */
const FIRST = 5;

export interface LaneLayout {
  /** One lane per annotator, top to bottom; none if there are too many. */
  annotators: string[];
  lanes: number;
}

export function laneLayout(votes: readonly Vote[]): LaneLayout {
  if (votes.length > MOST_LANES) return { annotators: [], lanes: 3 };
  return { annotators: votes.map(({ annotator }) => annotator), lanes: votes.length };
}

/** Returns the height below each line of text that the lanes need, in px. */
export function heightOf({ lanes }: LaneLayout): number {
  return lanes > 0 ? FIRST + PITCH * lanes : 0;
}

/** A piece of a lane in one line of text, in px from the physical left and top of the answer's box. */
export interface LanePlace {
  x: number;
  y: number;
  width: number;
}

export function lanePlaces({ root, box, index }: Sheet, range: TextRange, lane: number): LanePlace[] {
  const origin = box.getBoundingClientRect();
  return rectsOf(root, index, range).map(({ left, bottom, width }) => ({
    x: left - origin.left,
    y: bottom - origin.top + FIRST - 1 + PITCH * lane,
    width,
  }));
}

/** Marks of an annotator on a lane of a given number. */
export interface AnnotatorMarks {
  annotator: string;
  lane: number;
  marks: readonly Mark[];
}

/** Returns the lanes to draw: all of them, or that of the annotator in hand below the shares. */
export function lanesOf(votes: readonly Vote[], layout: LaneLayout, hand: string | null): AnnotatorMarks[] {
  if (layout.annotators.length > 0) return votes.map((vote, lane) => ({ ...vote, lane }));
  return votes.filter(({ annotator }) => annotator === hand).map((vote) => ({ ...vote, lane: 2 }));
}
