/*
 * Painting marks over a text. Where the browser has the CSS Custom Highlight API the text is one node that nobody ever
 * touches, and painting 200 marks costs a frame; elsewhere the text is cut into <mark> runs. Both keep the root's text
 * content exactly the text, put user text into text nodes only, and draw only what ::highlight() can style.
 */
import { domRange } from "./selection";
import type { TextIndex, TextRange } from "./offsets";
import { segments } from "./segments";

/** `style` names the highlight; its words (`m1-selected`) are the classes of the <mark>. A style sheet says how it looks. */
export interface PaintedMark extends TextRange {
  style: string;
}

export interface Painter {
  paint(marks: readonly PaintedMark[]): void;
  /** Takes all paint away; the text stays. */
  clear(): void;
}

export function createPainter(root: HTMLElement, index: TextIndex): Painter {
  return "highlights" in CSS ? highlightPainter(root, index) : markPainter(root, index);
}

export function highlightPainter(root: HTMLElement, index: TextIndex): Painter {
  root.replaceChildren(document.createTextNode(index.text));
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

export function markPainter(root: HTMLElement, index: TextIndex): Painter {
  function paint(marks: readonly PaintedMark[]) {
    const nodes = segments(marks, index.length).map(({ start, end, covers }) => {
      const styles = covers.map((position) => marks[position]?.style ?? "");
      return wrapped(index.slice(start, end), styles);
    });
    root.replaceChildren(...nodes);
  }
  paint([]);
  return {
    paint,
    clear: () => {
      paint([]);
    },
  };
}

/** One element a mark, the first outermost, so that the tints of overlapping marks mix as highlights do. */
function wrapped(text: string, styles: readonly string[]): Node {
  return styles.reduceRight<Node>((inner, style) => {
    const mark = document.createElement("mark");
    mark.className = `m ${style.replaceAll("-", " ")}`;
    mark.append(inner);
    return mark;
  }, document.createTextNode(text));
}
