/* Returns the style of each mark: the colour of its label, its state and the level of its underline. */
import type { SpanLabel } from "../../api/types";
import type { Span } from "../../text/edits";
import type { PaintedMark } from "../../text/painter";
import { linesUnder } from "../../text/segments";

export interface Attention {
  selectedId: string | null;
  hoveredId: string | null;
  /** Whether a mark is not decided yet. */
  isOpen?(id: string): boolean;
}

const LINES = ["", "-second", "-third"];

/** Spans in reading order. */
export function paintedMarks(
  spans: readonly Span[],
  labels: readonly SpanLabel[],
  attention: Attention,
): PaintedMark[] {
  const lines = linesUnder(spans);
  return spans.map(({ id, label, start, end }, position) => {
    const line = LINES[lines[position] ?? 0] ?? "";
    return { start, end, style: `m${colorOf(label, labels)}${stateOf(id, attention)}${line}` };
  });
}

export function colorOf(label: string, labels: readonly SpanLabel[]): number {
  return labels.find(({ name }) => name === label)?.color ?? 1;
}

function stateOf(id: string, attention: Attention): string {
  if (id === attention.selectedId) return "-selected";
  if (id === attention.hoveredId) return "-hover";
  return attention.isOpen?.(id) ? "-open" : "";
}
