/* Cuts a stored extract into headings and paragraphs. An extract is plain text with headings as lines of the form `== Heading ==`.
   Each block has its offset in the extract, so that hits, selections and quotes use offsets of the extract, in code points. */

import { indexText, type TextIndex, type TextRange } from "../../text/offsets";

export interface Block extends TextRange {
  /** 0 for a paragraph, 2 for a heading between `==`, 3 between `===`, and so on. */
  level: number;
  text: string;
}

export interface Page {
  index: TextIndex;
  /** In reading order. Characters between two blocks (line breaks, heading signs) are not shown. */
  blocks: readonly Block[];
}

const HEADING = /^((={2,6})[ \t]*)(\S.*?)[ \t]*\2[ \t]*$/;

export function readPage(extract: string, language = "und"): Page {
  const blocks: Block[] = [];
  let start = 0;
  // Every other piece is a line break.
  for (const piece of extract.split(/(\r\n|\r|\n)/)) {
    const { length } = indexText(piece);
    const [, before = "", signs = "", heading] = HEADING.exec(piece) ?? [];
    if (heading) blocks.push(blockAt(start + before.length, heading, signs.length));
    else if (piece.trim() !== "") blocks.push(blockAt(start, piece, 0));
    start += length;
  }
  return { index: indexText(extract, language), blocks };
}

function blockAt(start: number, text: string, level: number): Block {
  return { level, text, start, end: start + indexText(text).length };
}

/** Some blocks in a row: what a browser lays out, or leaves alone, as one. */
export interface Stretch {
  /** The number of its first block. */
  first: number;
  blocks: readonly Block[];
  /** In characters; its height can be guessed from it. */
  size: number;
}

/** About three screens. */
const STRETCH = 4_000;

export function stretches(blocks: readonly Block[]): Stretch[] {
  const found: Stretch[] = [];
  let first = 0;
  let size = 0;
  blocks.forEach((block, position) => {
    size += block.end - block.start;
    // A heading stays with what it is the heading of.
    const next = blocks[position + 1];
    if (next && (size < STRETCH || block.level > 0)) return;
    found.push({ first, blocks: blocks.slice(first, position + 1), size });
    first = position + 1;
    size = 0;
  });
  return found;
}

/** The sign of an entry of a list, with which its line begins. */
const ENTRY = "• ";

/** Returns blocks with their numbers; consecutive entries of a list are one group. */
export function listed(
  blocks: readonly Block[],
  first: number,
): (Block & { block: number; entry: boolean })[][] {
  const groups: (Block & { block: number; entry: boolean })[][] = [];
  blocks.forEach((each, position) => {
    const numbered = {
      ...each,
      block: first + position,
      entry: each.level === 0 && each.text.startsWith(ENTRY),
    };
    const last = groups.at(-1);
    if (last && last[0]?.entry === numbered.entry) last.push(numbered);
    else groups.push([numbered]);
  });
  return groups;
}

export interface Heading {
  /** The number of its block; -1 for the top of a page that does not begin with a heading. */
  block: number;
  level: number;
  text: string;
}

/** Returns the table of contents. The component names its first entry, the top. */
export function headings({ blocks }: Page): Heading[] {
  const found = blocks.flatMap(({ level, text }, block) => (level > 0 ? [{ block, level, text }] : []));
  return blocks[0]?.level === 0 ? [{ block: -1, level: 2, text: "" }, ...found] : found;
}

/** Returns the current entry: the last one at or before a block. */
export function headingOf(contents: readonly Heading[], block: number): Heading | null {
  return contents.findLast((heading) => heading.block <= block) ?? null;
}

/** A part of one block, in code points of that block. */
export interface Piece extends TextRange {
  block: number;
}

/** Returns the parts of a range of the extract, block by block. */
export function piecesOf({ blocks }: Page, range: TextRange): Piece[] {
  const pieces: Piece[] = [];
  for (let block = firstEndingAfter(blocks, range.start); block < blocks.length; block += 1) {
    const { start, end } = blocks[block] ?? range;
    if (start >= range.end) break;
    pieces.push({
      block,
      start: Math.max(range.start, start) - start,
      end: Math.min(range.end, end) - start,
    });
  }
  return pieces;
}

/** How many of the ascending, separate ranges end at an offset or before it. */
export function firstEndingAfter(ranges: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
