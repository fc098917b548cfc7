import { expect, test } from "vitest";
import { indexText } from "../../../text/offsets";
import { lanePieces, markCounts } from "./lanePieces";

test("a text is cut where gold or a lane begins or ends", () => {
  const pieces = lanePieces(10, [{ start: 2, end: 6 }], [[{ start: 4, end: 8 }], []]);
  expect(pieces).toEqual([
    { start: 0, end: 2, gold: false, lanes: ["none", "none"] },
    { start: 2, end: 4, gold: true, lanes: ["none", "none"] },
    { start: 4, end: 6, gold: true, lanes: ["hit", "none"] },
    { start: 6, end: 8, gold: false, lanes: ["extra", "none"] },
    { start: 8, end: 10, gold: false, lanes: ["none", "none"] },
  ]);
});

test("the pieces are the whole text, also with pairs of surrogates and spans past the end", () => {
  const index = indexText("Fox 🦊 in 1884");
  const pieces = lanePieces(index.length, [{ start: 4, end: 5 }], [[{ start: 4, end: 99 }]]);
  expect(pieces.map(({ start, end }) => index.slice(start, end))).toEqual(["Fox ", "🦊", " in 1884"]);
  expect(pieces.map(({ lanes }) => lanes[0])).toEqual(["none", "hit", "extra"]);
});

test("an empty text has no pieces, an unmarked one has one", () => {
  expect(lanePieces(0, [], [[]])).toEqual([]);
  expect(lanePieces(3, [], [[]])).toHaveLength(1);
});

test("missed and extra characters are counted once where spans overlap", () => {
  const gold = [
    { start: 0, end: 4 },
    { start: 2, end: 6 },
  ];
  expect(markCounts(10, gold, [{ start: 5, end: 9 }])).toEqual({ missed: 5, extra: 3 });
  expect(markCounts(10, gold, gold)).toEqual({ missed: 0, extra: 0 });
});
