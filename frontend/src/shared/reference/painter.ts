/* Paints ranges of a page: hits, the selected hit, evidence. Only ranges in or near the viewport are painted, so that a letter with
   forty thousand hits costs no more than a name. Browsers without highlights get <mark> runs, paragraph by paragraph. */

import { indexText, type TextRange } from "../../text/offsets";
import type { PaintedMark, Painter } from "../../text/painter";
import type { runPainter } from "../../text/runs";
import { firstEndingAfter, piecesOf } from "./page";
import type { PageView } from "./view";
import "./paint.css";

/** From the lowest to the uppermost. */
export const STYLES = ["evidence", "evidence-now", "nearest", "hit", "hit-now"] as const;
export type Style = (typeof STYLES)[number];

/** Up to this number, all ranges are painted. */
const FEW = 100;

export class PagePainter {
  readonly #view: PageView;
  readonly #layers = new Map<Style, readonly TextRange[]>();
  /** The stretches in sight: their elements, and what they hold of the extract. */
  readonly #sight = new Map<Element, TextRange>();
  readonly #observer: IntersectionObserver;
  #runPainter: typeof runPainter | null = null;
  readonly #runs = new Map<number, Painter>();

  constructor(view: PageView) {
    this.#view = view;
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), {
      root: view.root,
      rootMargin: "100% 0px",
    });
    for (const stretch of view.root.children) this.#observer.observe(stretch);
    if (!("highlights" in CSS)) {
      void import("../../text/runs").then((runs) => {
        this.#runPainter = runs.runPainter;
        this.#update();
      });
    }
  }

  /** Replaces the ranges of a style. They are ascending and do not overlap. */
  paint(style: Style, ranges: readonly TextRange[]): void {
    this.#layers.set(style, ranges);
    this.#update([style]);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#layers.clear();
    this.#update();
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#sight.set(target, this.#held(target));
      else this.#sight.delete(target);
    }
    this.#update();
  }

  #held(stretch: Element): TextRange {
    const blocks = [...stretch.querySelectorAll<HTMLElement>("[data-block]")];
    const { page } = this.#view;
    const at = (element: HTMLElement | undefined) => page.blocks[Number(element?.dataset["block"])];
    return { start: at(blocks[0])?.start ?? 0, end: at(blocks.at(-1))?.end ?? 0 };
  }

  #update(styles: readonly Style[] = STYLES): void {
    if (!("highlights" in CSS)) this.#cut();
    else for (const style of styles) this.#highlight(style);
  }

  #inSight(style: Style): TextRange[] {
    const ranges = this.#layers.get(style) ?? [];
    if (ranges.length <= FEW) return [...ranges];
    return [...this.#sight.values()].flatMap(({ start, end }) => {
      const first = firstEndingAfter(ranges, start);
      let last = first;
      while ((ranges[last]?.start ?? end) < end) last += 1;
      return ranges.slice(first, last);
    });
  }

  #highlight(style: Style): void {
    const ranges = this.#inSight(style).flatMap((range) =>
      piecesOf(this.#view.page, range).flatMap((piece) => this.#view.range(piece) ?? []),
    );
    if (ranges.length === 0) {
      CSS.highlights.delete(style);
      return;
    }
    const highlight = new Highlight(...ranges.map((range) => new StaticRange(range)));
    highlight.priority = STYLES.indexOf(style);
    CSS.highlights.set(style, highlight);
  }

  #cut(): void {
    const painted = new Map<number, PaintedMark[]>([...this.#runs.keys()].map((block) => [block, []]));
    for (const style of STYLES) {
      for (const range of this.#inSight(style)) {
        for (const { block, start, end } of piecesOf(this.#view.page, range)) {
          const marks = painted.get(block) ?? [];
          marks.push({ start, end, style });
          painted.set(block, marks);
        }
      }
    }
    for (const [block, marks] of painted) this.#runsOf(block)?.paint(marks);
  }

  #runsOf(block: number): Painter | null {
    const element = this.#view.element(block);
    const text = this.#view.page.blocks[block]?.text;
    if (!element || text === undefined || !this.#runPainter) return null;
    const runs = this.#runs.get(block) ?? this.#runPainter(element, indexText(text));
    this.#runs.set(block, runs);
    return runs;
  }
}
