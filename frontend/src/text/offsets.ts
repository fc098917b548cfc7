/*
 * Converts between UTF-16 code units, in which JavaScript strings and DOM positions count, and Unicode code points, in which
 * Morel stores offsets. Outside of this file every offset is in code points.
 */

export interface TextIndex {
  readonly text: string;
  /** Length in code points. */
  readonly length: number;
  /** Code points before a UTF-16 offset. An offset inside a surrogate pair counts as before the pair. */
  toCodePoint(utf16Offset: number): number;
  /** The UTF-16 offset of a code-point offset, both clamped to the text. */
  toUtf16(offset: number): number;
  /** The text between two code-point offsets. */
  slice(start: number, end: number): string;
  /** Where the character a reader sees (grapheme cluster) around a code-point offset begins and ends. */
  graphemeAt(offset: number): TextRange;
  /** The word, or the run between two words, around a code-point offset. */
  wordAt(offset: number): TextRange & { isWord: boolean };
}

/** Half-open, in code points. */
export interface TextRange {
  start: number;
  end: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Returns the UTF-16 offsets of all surrogate pairs. Without any, both units are the same. */
function surrogatePairs(text: string): number[] {
  const pairs: number[] = [];
  const pattern = /[\u{10000}-\u{10ffff}]/gu;
  while (pattern.test(text)) pairs.push(pattern.lastIndex - 2);
  return pairs;
}

/** Returns how many of the ascending numbers `key(position)` are below the limit. */
function countBelow(size: number, key: (position: number) => number, limit: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indexes a text in O(length). A conversion takes O(log of the number of surrogate pairs). */
export function indexText(text: string, language = "und"): TextIndex {
  const pairs = surrogatePairs(text);
  const pairAt = (position: number) => pairs[position] ?? text.length;
  const length = text.length - pairs.length;

  function toCodePoint(utf16Offset: number): number {
    const offset = clamp(utf16Offset, 0, text.length);
    // A pair counts as two units in front of the offset only once it is passed entirely.
    const passed = countBelow(pairs.length, (position) => pairAt(position) + 1, offset);
    const cuts = passed < pairs.length && pairAt(passed) + 1 === offset ? 1 : 0;
    return offset - passed - cuts;
  }

  function toUtf16(offset: number): number {
    const clamped = clamp(offset, 0, length);
    return clamped + countBelow(pairs.length, (position) => pairAt(position) - position, clamped);
  }

  const toRange = (piece: Intl.SegmentData): TextRange => ({
    start: toCodePoint(piece.index),
    end: toCodePoint(piece.index + piece.segment.length),
  });

  const graphemes = lazy(() => segmenter(language, "grapheme").segment(text));
  const words = lazy(() => segmenter(language, "word").segment(text));

  return {
    text,
    length,
    toCodePoint,
    toUtf16,
    slice: (start, end) => text.slice(toUtf16(start), toUtf16(end)),
    graphemeAt(offset) {
      const piece = graphemes().containing(toUtf16(offset));
      return piece ? toRange(piece) : { start: length, end: length };
    },
    wordAt(offset) {
      const piece = words().containing(toUtf16(offset));
      if (!piece) return { start: length, end: length, isWord: false };
      return { ...toRange(piece), isWord: piece.isWordLike ?? false };
    },
  };
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Returns a segmenter for the default language if the tag is unknown. */
function segmenter(language: string, granularity: "grapheme" | "word"): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity });
  } catch {
    return new Intl.Segmenter("und", { granularity });
  }
}

/** Returns the code points before a DOM position inside `root`, whose text content is the indexed text. */
export function offsetOfPoint(root: Node, index: TextIndex, node: Node, nodeOffset: number): number {
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(node, nodeOffset);
  // Range.toString, unlike Selection.toString, is the plain concatenation of text nodes: no layout, no collapsing.
  return index.toCodePoint(before.toString().length);
}

export interface DomPoint {
  node: Node;
  offset: number;
}

/**
 * Returns the DOM position of a code-point offset in `root`. Between two text nodes, a range must start in the later one and end
 * in the earlier one, or its rectangles begin with an empty one.
 */
export function pointOfOffset(root: Node, index: TextIndex, offset: number, side: "start" | "end"): DomPoint {
  let rest = index.toUtf16(offset);
  let last: DomPoint = { node: root, offset: 0 };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const size = node.nodeValue?.length ?? 0;
    if (side === "start" ? rest < size : rest <= size) return { node, offset: rest };
    rest -= size;
    last = { node, offset: size };
  }
  return last;
}
