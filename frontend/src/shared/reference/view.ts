/* Maps between a rendered page and its extract: the elements of its blocks, the position of an offset, and the offsets of a selection.
   All offsets are code points of the extract. */

import { indexText, offsetOfPoint, type TextRange } from "../../text/offsets";
import { domRange, snapToGraphemes } from "../../text/selection";
import { type Page, type Piece, piecesOf } from "./page";

/** Kept free at the lower edge, where the text fades and a phone has its bar. */
const FADE = 64;
const CALMED_AFTER = 4;

export class PageView {
  #elements: readonly HTMLElement[] | null = null;

  constructor(
    /** The container: one element with data-block per block, in order. It scrolls if it is tall enough. */
    readonly root: HTMLElement,
    readonly page: Page,
    /** The lower edge of what may lie over the text, in the window. */
    readonly coveredTo: () => number = () => 0,
  ) {}

  element(block: number): HTMLElement | undefined {
    this.#elements ??= [...this.root.querySelectorAll<HTMLElement>("[data-block]")];
    return this.#elements[block];
  }

  range(piece: Piece): Range | null {
    const element = this.element(piece.block);
    const text = this.page.blocks[piece.block]?.text;
    return element && text !== undefined ? domRange(element, indexText(text), piece) : null;
  }

  /** What of the text is selected, in whole characters and without the blanks around it. */
  selected(selection: Selection | null): TextRange | null {
    if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    if (!range.intersectsNode(this.root)) return null;
    const touched = this.page.blocks.flatMap((_, block) => (this.#touches(range, block) ? [block] : []));
    const [first, last] = [touched[0], touched.at(-1)];
    if (first === undefined || last === undefined) return null;
    return this.#trimmed({
      start: this.#offset(first, range.startContainer, range.startOffset) ?? this.#edge(first, "start"),
      end: this.#offset(last, range.endContainer, range.endOffset) ?? this.#edge(last, "end"),
    });
  }

  #touches(range: Range, block: number): boolean {
    const element = this.element(block);
    return element !== undefined && range.intersectsNode(element);
  }

  #edge(block: number, side: "start" | "end"): number {
    return this.page.blocks[block]?.[side] ?? 0;
  }

  #offset(block: number, node: Node, nodeOffset: number): number | null {
    const element = this.element(block);
    const { text, start } = this.page.blocks[block] ?? { text: "", start: 0 };
    if (!element?.contains(node)) return null;
    return start + offsetOfPoint(element, indexText(text), node, nodeOffset);
  }

  #trimmed({ start, end }: TextRange): TextRange | null {
    const { index } = this.page;
    const pieces = piecesOf(this.page, { start, end });
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return null;
    const from = this.#edge(first.block, "start") + first.start;
    const text = index.slice(from, this.#edge(last.block, "start") + last.end);
    const before = indexText(text.slice(0, text.length - text.trimStart().length)).length;
    return snapToGraphemes(index, {
      start: from + before,
      end: from + before + indexText(text.trim()).length,
    });
  }

  /** Selects a range as a hand would have done. */
  select(range: TextRange): void {
    const pieces = piecesOf(this.page, range).flatMap((piece) => this.range(piece) ?? []);
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    this.root.focus({ preventScroll: true });
    document
      .getSelection()
      ?.setBaseAndExtent(first.startContainer, first.startOffset, last.endContainer, last.endOffset);
    this.reveal(range);
  }

  /** Returns the block at the upper edge of the visible area. */
  blockAtTop(): number | null {
    const { left, width } = this.root.getBoundingClientRect();
    const { top, bottom } = this.#band();
    // There is no text between two paragraphs.
    for (let y = top + 4; y < bottom; y += 12) {
      const block = document.elementFromPoint(left + width / 2, y)?.closest<HTMLElement>("[data-block]");
      if (block && this.root.contains(block)) return Number(block.dataset["block"]);
    }
    return null;
  }

  /** Scrolls no more than is needed to see where a range begins. */
  reveal(range: TextRange): void {
    const [piece] = piecesOf(this.page, range);
    const found = piece && this.range(piece);
    if (!piece || !found) return;
    if (!this.#isSeen(found))
      this.element(piece.block)?.scrollIntoView({ block: "center", inline: "nearest" });
    this.#settle(found, CALMED_AFTER);
  }

  /** Scrolls the block to the upper edge. */
  showFromTop(block: number): void {
    const scroller = this.#scroller();
    const element = this.element(block);
    if (!element) return;
    element.scrollIntoView({ block: "start", inline: "nearest" });
    const settle = (tries: number) => {
      const distance = element.getBoundingClientRect().top - this.#band().top;
      scroller.scrollTop += distance;
      if (tries > 0 && Math.abs(distance) > 1) requestAnimationFrame(() => settle(tries - 1));
    };
    settle(CALMED_AFTER);
  }

  /** Text gets its real height when it becomes visible, which moves the text around it. */
  #settle(range: Range, tries: number): void {
    const rect = range.getClientRects()[0] ?? range.getBoundingClientRect();
    if (!this.#isSeen(range)) {
      const { top, bottom } = this.#band();
      this.#scroller().scrollTop += rect.top - (top + (bottom - top) / 3);
    }
    if (tries > 0) requestAnimationFrame(() => this.#settle(range, tries - 1));
  }

  #isSeen(range: Range): boolean {
    const rect = range.getClientRects()[0];
    const { top, bottom } = this.#band();
    return rect !== undefined && rect.height > 0 && rect.top >= top && rect.bottom <= bottom;
  }

  #scroller(): Element {
    const scrolls = getComputedStyle(this.root).overflowY !== "visible";
    return scrolls ? this.root : (document.scrollingElement ?? this.root);
  }

  /** What of the text is in sight, in the window's coordinates. */
  #band(): { top: number; bottom: number } {
    const { top, bottom } = this.root.getBoundingClientRect();
    return { top: Math.max(top, this.coveredTo()), bottom: Math.min(bottom, innerHeight) - FADE };
  }
}
