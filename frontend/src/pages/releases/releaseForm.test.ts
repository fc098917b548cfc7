import { expect, test } from "vitest";
import { Twice, lists, shares, sharesText, splits } from "./releaseForm";

test("shares are read by name and number, in their order", () => {
  expect(Object.entries(shares("dev=20  test=80"))).toEqual([
    ["dev", 20],
    ["test", 80],
  ]);
  expect(shares("dev:1, test:2")).toEqual({ dev: 1, test: 2 });
  expect(shares("dev")).toEqual({ dev: 0 });
});

test("shares are written as they are read", () => {
  const found = { train: 60, validation: 20, test: 20 };
  expect(sharesText(found)).toBe("train=60 validation=20 test=20");
  expect(shares(sharesText(found))).toEqual(found);
});

test("a list has the name of a split and its ids, verbatim", () => {
  expect(lists("dev:\nq-1\n q 9, x \n\ntest: \na:1\nB:\n")).toEqual({
    dev: ["q-1", " q 9, x "],
    test: ["a:1", "B:"],
  });
  expect(lists("q-1\nq-2\ndev:")).toEqual({ "": ["q-1", "q-2"], dev: [] });
});

test("a split that is named twice is refused", () => {
  expect(() => shares("dev=20 test=50 dev=30")).toThrow(new Twice("dev"));
  expect(() => lists("dev:\nq-1\ntest:\ndev:\nq-2")).toThrow(new Twice("dev"));
});

test("empty fields are not sent", () => {
  expect(splits("none", "left over", "")).toEqual({});
  expect(splits("none", "", " {lang}-{n} ")).toEqual({ rename: "{lang}-{n}" });
  expect(splits("field", " split ", "")).toEqual({ by: "field", field: "split" });
  expect(splits("share", "dev=1", "")).toEqual({ by: "share", shares: { dev: 1 } });
  expect(splits("share", "dev=1", "", " question ", "model_id, label")).toEqual({
    by: "share",
    shares: { dev: 1 },
    group: "question",
    stratify: ["model_id", "label"],
  });
  expect(splits("none", "", "", "", "", " train ")).toEqual({ unannotated: "train" });
  expect(splits("list", "dev:\nx", "")).toEqual({ by: "list", lists: { dev: ["x"] } });
});
