import { expect, test } from "vitest";
import { lists, shares, splits } from "./wish";

test("shares are read by name and number, in their order", () => {
  expect(Object.entries(shares("dev=20  test=80"))).toEqual([
    ["dev", 20],
    ["test", 80],
  ]);
  expect(shares("dev:1, test:2")).toEqual({ dev: 1, test: 2 });
  expect(shares("dev")).toEqual({ dev: 0 });
});

test("a list names its split and then the ids, which may hold colons", () => {
  expect(lists("dev: q-1, q-2\n\ntest: a:1 b:2\n")).toEqual({ dev: ["q-1", "q-2"], test: ["a:1", "b:2"] });
});

test("what is not said is not sent", () => {
  expect(splits("none", "left over", "")).toEqual({});
  expect(splits("none", "", " {lang}-{n} ")).toEqual({ rename: "{lang}-{n}" });
  expect(splits("field", " split ", "")).toEqual({ by: "field", field: "split" });
  expect(splits("share", "dev=1", "")).toEqual({ by: "share", shares: { dev: 1 } });
  expect(splits("list", "dev: x", "")).toEqual({ by: "list", lists: { dev: ["x"] } });
});
