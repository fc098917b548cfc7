import { expect, test } from "vitest";
import { pairAddress, pairQueryOf, withMore } from "./pairAddress";

test("an address has the pair, and only what differs from the defaults", () => {
  expect(pairAddress("harbours", {})).toBe("/p/harbours/pair");
  const query = { annotator: "a1", beside: "b 2", language: "fr", n: 40 };
  const address = pairAddress("harbours", query);
  expect(address).toBe("/p/harbours/pair?annotator=a1&beside=b+2&language=fr&n=40");
  expect(pairQueryOf(new URL(address, "http://site").searchParams)).toEqual(query);
  expect(pairAddress("harbours", { annotator: "a1", beside: "b", language: "", n: 20 })).toBe(
    "/p/harbours/pair?annotator=a1&beside=b",
  );
});

test("a number of items out of range is the nearest possible one", () => {
  const n = (text: string) => pairQueryOf(new URLSearchParams({ n: text })).n;
  expect(["", "0", "-4", "x", "1.5", "30", "5000"].map(n)).toEqual([20, 20, 20, 20, 20, 30, 100]);
});

test("more items are offered as long as there are any", () => {
  const query = { annotator: "a", beside: "b", language: "", n: 20 };
  expect(withMore(query, 20)).toBeNull();
  expect(withMore(query, 21)?.n).toBe(40);
  expect(withMore({ ...query, n: 90 }, 400)?.n).toBe(100);
  expect(withMore({ ...query, n: 100 }, 400)).toBeNull();
});
