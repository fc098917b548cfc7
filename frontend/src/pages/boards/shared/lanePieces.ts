/* Gold and predictions on a text: pieces in which nothing changes, and counts of characters. All offsets are code points, half-open. */

import type { TextRange } from "../../../text/offsets";

/** Whether a system marked a piece, and if so whether gold did: a mark that gold lacks is extra. */
export type Lane = "none" | "hit" | "extra";

export interface LanePiece extends TextRange {
  gold: boolean;
  lanes: Lane[];
}

/** Cuts [0, length) where gold or a lane begins or ends. Spans past the end are clipped, empty ones left out. */
export function lanePieces(
  length: number,
  gold: readonly TextRange[],
  lanes: readonly (readonly TextRange[])[],
): LanePiece[] {
  const cuts = [...new Set([0, length, ...[gold, ...lanes].flat().flatMap(({ start, end }) => [start, end])])]
    .filter((offset) => offset >= 0 && offset <= length)
    .sort((a, b) => a - b);
  const covered = (spans: readonly TextRange[], start: number) =>
    spans.some((span) => span.start <= start && start < span.end);
  return cuts.slice(0, -1).map((start, at) => {
    const inGold = covered(gold, start);
    return {
      start,
      end: cuts[at + 1] ?? length,
      gold: inGold,
      lanes: lanes.map((spans) => (!covered(spans, start) ? "none" : inGold ? "hit" : "extra")),
    };
  });
}

/** Returns how many characters of gold a system missed, and how many it marked that are not gold. */
export function markCounts(
  length: number,
  gold: readonly TextRange[],
  marked: readonly TextRange[],
): { missed: number; extra: number } {
  let [missed, extra] = [0, 0];
  for (const { start, end, gold: inGold, lanes } of lanePieces(length, gold, [marked])) {
    if (inGold && lanes[0] === "none") missed += end - start;
    if (lanes[0] === "extra") extra += end - start;
  }
  return { missed, extra };
}
