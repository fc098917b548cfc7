import { describe, expect, test } from "vitest";
import { addressOf, queueQueryOf } from "./queueQuery";

const languages = ["ar", "en"];
const read = (address: string) => queueQueryOf(new URLSearchParams(address), languages);
const first = { language: "", annotator: "", kind: "fastest", n: 20, draw: 0, reviewed: false } as const;

describe("the query of the review queue", () => {
  test("defaults to the fastest annotations of all languages", () => {
    expect(read("")).toEqual(first);
    expect(addressOf(first)).toBe("?kind=fastest");
  });

  test.each([
    { ...first, language: "en", kind: "random", n: 50, draw: 3, reviewed: true },
    { ...first, language: "ar", kind: "agreement" },
    { ...first, kind: "nothing", n: 100 },
  ] as const)("is the same once it went through the address: $kind", (query) => {
    expect(read(addressOf(query))).toEqual(query);
  });

  test("keeps an annotator in the place of the language", () => {
    const query = { ...first, annotator: "annotator_1" };
    expect(addressOf({ ...query, language: "en" })).toBe("?kind=fastest&annotator=annotator_1");
    expect(read(addressOf(query))).toEqual(query);
  });

  test.each([
    "kind=slowest",
    "language=xx",
    "n=7",
    "n=1e9",
    "draw=-1",
    "draw=1.5",
    "draw=9999999999",
    "reviewed=x",
  ])("is what it is at first where the address is odd: %s", (address) => {
    expect(read(address)).toEqual(first);
  });
});
