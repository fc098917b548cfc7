/* What paints marks over a text. */
import type { TextRange } from "./offsets";

/** `style` names the highlight; its words (`m1-selected`) are the classes of the <mark>. A style sheet says how it looks. */
export interface PaintedMark extends TextRange {
  style: string;
}

export interface Painter {
  paint(marks: readonly PaintedMark[]): void;
  /** Takes all paint away; the text stays. */
  clear(): void;
}
