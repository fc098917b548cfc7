import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../text/texts.testing";
import { firstEndingAfter, headingOf, headings, listed, piecesOf, readPage, stretches } from "./page";

const EXTRACT = [
  "The 🏮 lamp.",
  "",
  "== Tower ==",
  "Built in 1887.",
  "",
  "Grey granite.",
  "=== Stair ===",
  "Moved.",
].join("\n");
const page = readPage(EXTRACT);

describe("listed", () => {
  it("groups the entries of a list, and keeps the numbers of blocks", () => {
    const { blocks } = readPage("== Answers ==\n• 1889\n• in 1889\n== Context ==\nIt was.");
    const groups = listed(blocks, 3).map((group) => group.map(({ block, entry }) => [block, entry]));
    expect(groups).toEqual([
      [[3, false]],
      [
        [4, true],
        [5, true],
      ],
      [
        [6, false],
        [7, false],
      ],
    ]);
  });
});

describe("readPage", () => {
  it("cuts an extract into headings and paragraphs, empty lines left out", () => {
    expect(page.blocks.map(({ level, text }) => [level, text])).toEqual([
      [0, "The 🏮 lamp."],
      [2, "Tower"],
      [0, "Built in 1887."],
      [0, "Grey granite."],
      [3, "Stair"],
      [0, "Moved."],
    ]);
  });

  it("has the offset of each block in code points", () => {
    for (const { start, end, text } of page.blocks) expect(page.index.slice(start, end)).toBe(text);
  });

  it("takes lines as headings only if the signs on both sides agree", () => {
    const levels = readPage("== a ==\n== b\n===c=== \na == b\n==  ==").blocks.map(({ level }) => level);
    expect(levels).toEqual([2, 0, 3, 0, 0]);
  });

  it("keeps every visible character in order, for any text", () => {
    const line = fc.oneof(
      anyText,
      anyText.map((text) => `== ${text} ==`),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom("\n", "\r\n", "\r"), (lines, lineBreak) => {
        const { index, blocks } = readPage(lines.join(lineBreak));
        let passed = 0;
        for (const { start, end, text } of blocks) {
          expect(index.slice(start, end)).toBe(text);
          expect(index.slice(passed, start)).toMatch(/^[\s=]*$/);
          passed = end;
        }
        expect(index.slice(passed, index.length)).toMatch(/^[\s=]*$/);
      }),
    );
  });
});

describe("stretches", () => {
  it("contain all blocks in order, and only the last may end with a heading", () => {
    const long = readPage(
      Array.from({ length: 300 }, (_, n) => `== Part ${n} ==\n${"word ".repeat(n)}`).join("\n"),
    );
    const found = stretches(long.blocks);
    expect(found.flatMap(({ blocks }) => blocks)).toEqual(long.blocks);
    expect(found.map(({ first }) => long.blocks[first])).toEqual(found.map(({ blocks }) => blocks[0]));
    expect(found.slice(0, -1).some(({ blocks }) => blocks.at(-1)?.level)).toBe(false);
    expect(found.length).toBeGreaterThan(20);
  });
});

describe("the table of contents", () => {
  const contents = headings(page);

  it("begins at the top", () => {
    expect(contents.map(({ block, level, text }) => [block, level, text])).toEqual([
      [-1, 2, ""],
      [1, 2, "Tower"],
      [4, 3, "Stair"],
    ]);
    expect(headings(readPage("== Only ==\nText")).map(({ text }) => text)).toEqual(["Only"]);
  });

  it("has the current heading", () => {
    expect([0, 1, 3, 5].map((block) => headingOf(contents, block)?.text)).toEqual([
      "",
      "Tower",
      "Tower",
      "Stair",
    ]);
  });
});

describe("piecesOf", () => {
  it("returns the part of a range in each block", () => {
    const text = (piece: { block: number; start: number; end: number }) =>
      [...(page.blocks[piece.block]?.text ?? "")].slice(piece.start, piece.end).join("");
    const range = { start: 4, end: EXTRACT.indexOf("granite") - 1 };
    expect(piecesOf(page, range).map(text)).toEqual(["🏮 lamp.", "Tower", "Built in 1887.", "Grey "]);
    expect(piecesOf(page, { start: 12, end: 14 })).toEqual([]);
  });

  it("finds the block by binary search", () => {
    const ranges = [5, 9, 12].map((end) => ({ start: end - 2, end }));
    expect([0, 4, 5, 8, 9, 12].map((offset) => firstEndingAfter(ranges, offset))).toEqual([0, 0, 1, 1, 2, 3]);
  });
});
