/*
 * Paints marks over a text with the CSS Custom Highlight API: the text stays one node, and painting two thousand marks takes
 * two frames. In browsers without it, `runs.ts` cuts the text into elements. With both, the text content of the root is exactly
 * the text, user text is only in text nodes, and marks have only styles that ::highlight() supports.
 */
import { domRange } from "./selection";
import type { TextIndex, TextRange } from "./offsets";
import type { PaintedMark, Painter } from "./painter";

/** Returns the painter for this browser. The one for browsers without highlights is loaded when it is needed. */
export async function createPainter(root: HTMLElement, index: TextIndex): Promise<Painter> {
  root.replaceChildren(document.createTextNode(index.text));
  if ("highlights" in CSS) return highlightPainter(root, index);
  const { runPainter } = await import("./runs");
  return runPainter(root, index);
}

export function highlightPainter(root: HTMLElement, index: TextIndex): Painter {
  const painted = new Map<string, Map<string, AbstractRange>>();

  /** Adds and deletes single ranges, so that a new mark does not repaint the two hundred others. */
  function update(style: string, wanted: ReadonlyMap<string, TextRange>) {
    const ranges = painted.get(style) ?? new Map<string, AbstractRange>();
    const highlight = CSS.highlights.get(style) ?? new Highlight();
    for (const [key, range] of ranges) {
      if (wanted.has(key)) continue;
      highlight.delete(range);
      ranges.delete(key);
    }
    for (const [key, range] of wanted) {
      if (ranges.has(key)) continue;
      const added = new StaticRange(domRange(root, index, range));
      highlight.add(added);
      ranges.set(key, added);
    }
    painted.set(style, ranges);
    if (ranges.size > 0) CSS.highlights.set(style, highlight);
    else CSS.highlights.delete(style);
  }

  function paint(marks: readonly PaintedMark[]) {
    const wanted = byStyle(marks);
    for (const style of new Set([...painted.keys(), ...wanted.keys()])) {
      update(style, wanted.get(style) ?? new Map<string, TextRange>());
    }
  }

  return { paint, clear: () => paint([]) };
}

function byStyle(marks: readonly PaintedMark[]): Map<string, Map<string, TextRange>> {
  const groups = new Map<string, Map<string, TextRange>>();
  for (const mark of marks) {
    const group = groups.get(mark.style) ?? new Map<string, TextRange>();
    group.set(`${mark.start}-${mark.end}`, mark);
    groups.set(mark.style, group);
  }
  return groups;
}
