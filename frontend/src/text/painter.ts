/* The interface of the two painters of marks. */
import type { TextRange } from "./offsets";

/** `style` is the name of the highlight, or the class of the <mark>, in marks.css. */
export interface PaintedMark extends TextRange {
  style: string;
}

export interface Painter {
  paint(marks: readonly PaintedMark[]): void;
  /** Takes all paint away; the text stays. */
  clear(): void;
}
