import { describe, expect, test } from "vitest";
import type { MyAnnotation } from "../../../api/types";
import { holding, isQueue, queueOf } from "./find";

const row = (question: string, external_id = "x"): MyAnnotation => ({
  item: 1,
  external_id,
  language: "en",
  direction: "ltr",
  question,
  status: "draft",
  saved_at: null,
  spans: 0,
  nothing_to_mark: false,
  unsure: false,
  reopened: null,
});

describe("finding words in a queue", () => {
  const lamp = row("Who lit the Lamp of Ollaskerry?", "harbour-7");
  const cafe = row("Où est le café ?");
  const rows = [lamp, cafe];

  test("matches all rows without a query", () => {
    expect(holding("  ", rows)).toEqual(rows);
  });

  test("matches all words, in any order and case", () => {
    expect(holding("LAMP who", rows)).toEqual([lamp]);
    expect(holding("lamp café", rows)).toEqual([]);
  });

  test("searches the id too", () => {
    expect(holding("harbour-7", rows)).toEqual([lamp]);
  });

  test("ignores how accents are composed", () => {
    expect(holding("cafe\u0301", rows)).toEqual([cafe]);
  });
});

describe("the queue of an item", () => {
  test("is that of its submission, even if edited since", () => {
    expect(queueOf("submitted", false)).toBe("submitted");
    expect(queueOf("edited", false)).toBe("submitted");
  });

  test("is the skipped one, even with a draft", () => {
    expect(queueOf("draft", true)).toBe("skipped");
    expect(queueOf("draft", false)).toBe("draft");
    expect(queueOf("new", false)).toBe("todo");
  });

  test("is read from an address with any content", () => {
    expect(isQueue("draft")).toBe(true);
    expect(isQueue("all")).toBe(false);
    expect(isQueue(null)).toBe(false);
  });
});
