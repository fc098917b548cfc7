/*
 * Paints marks in browsers without highlights: the text is cut into <mark> runs. Only the changed runs are replaced, because
 * replacing all runs of a long text takes a sixth of a second and would break a drag that has begun in one of them.
 */
import { offsetOfPoint, pointOfOffset, type TextIndex, type TextRange } from "./offsets";
import type { PaintedMark, Painter } from "./painter";
import { segments } from "./segments";

/** A piece of text and the styles of the marks over it, the outermost first. */
interface Cut extends TextRange {
  styles: readonly string[];
}
interface Run extends Cut {
  node: Node;
}

export function runPainter(root: HTMLElement, index: TextIndex): Painter {
  let runs: Run[] = [];
  root.replaceChildren();

  function paint(marks: readonly PaintedMark[]) {
    const cuts = segments(marks, index.length).map(({ start, end, covers }) => ({
      start,
      end,
      styles: covers.map((position) => marks[position]?.style ?? ""),
    }));
    const { head, tail } = unmoved(runs, cuts);
    const old = runs.slice(head, runs.length - tail);
    const fresh = cuts.slice(head, cuts.length - tail).map((cut) => ({ ...cut, node: wrapped(cut, index) }));
    runs = [...runs.slice(0, head), ...fresh, ...runs.slice(runs.length - tail)];
    cuts.forEach(({ styles }, position) => {
      const run = runs[position];
      if (run) restyle(run, styles);
    });
    if (old.length + fresh.length === 0) return;
    const next = runs[head + fresh.length]?.node ?? null;
    keepSelection(root, index, () => {
      for (const { node } of old) root.removeChild(node);
      for (const { node } of fresh) root.insertBefore(node, next);
    });
  }

  paint([]);
  return {
    paint,
    clear: () => {
      paint([]);
    },
  };
}

/** Returns how many runs at the start and at the end are unchanged. */
function unmoved(runs: readonly Cut[], cuts: readonly Cut[]): { head: number; tail: number } {
  const most = Math.min(runs.length, cuts.length);
  let head = 0;
  while (head < most && isCutAlike(runs[head], cuts[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isCutAlike(runs.at(-1 - tail), cuts.at(-1 - tail))) tail += 1;
  return { head, tail };
}

function isCutAlike(a: Cut | undefined, b: Cut | undefined): boolean {
  return a?.start === b?.start && a?.end === b?.end && a?.styles.length === b?.styles.length;
}

/** Returns nested elements, one per mark, so that the tints of overlapping marks mix as highlights do. */
function wrapped({ start, end, styles }: Cut, index: TextIndex): Node {
  return styles.reduceRight<Node>(
    (inner, style) => {
      const mark = document.createElement("mark");
      mark.className = classOf(style);
      mark.append(inner);
      return mark;
    },
    document.createTextNode(index.slice(start, end)),
  );
}

function restyle(run: Run, styles: readonly string[]) {
  if (styles.every((style, depth) => style === run.styles[depth])) return;
  let node: Node | null = run.node;
  for (const style of styles) {
    if (node instanceof Element) node.className = classOf(style);
    node = node?.firstChild ?? null;
  }
  run.styles = styles;
}

const classOf = (style: string) => `m ${style.replaceAll("-", " ")}`;

/** Keeps the caret at its place in the text while nodes are replaced. */
function keepSelection(root: Node, index: TextIndex, exchange: () => void) {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode || !root.contains(selection.focusNode)) {
    exchange();
    return;
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const anchor = root.contains(anchorNode) ? offsetOfPoint(root, index, anchorNode, anchorOffset) : null;
  const focus = offsetOfPoint(root, index, focusNode, focusOffset);
  exchange();
  const to = pointOfOffset(root, index, focus, "end");
  const from = anchor === null ? to : pointOfOffset(root, index, anchor, "end");
  selection.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}
