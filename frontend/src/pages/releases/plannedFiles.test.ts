import { expect, test } from "vitest";
import { plannedFiles, splitNames } from "./plannedFiles";

const plan = {
  languages: ["en", "zh-Hans"],
  by: "share" as const,
  plan: "dev=20 test=80",
  evidence: false,
  comments: false,
  decisions: false,
  parquet: false,
  images: 0,
};

test("each folder has a file for every language and split", () => {
  const found = plannedFiles(plan);
  expect(found.map(({ folder }) => folder)).toEqual([
    "gold",
    "unlabelled",
    "raw",
    "provenance",
    "tables",
    "",
  ]);
  expect(found[0]?.files).toEqual([
    "en.dev.jsonl",
    "zh-hans.dev.jsonl",
    "en.test.jsonl",
    "zh-hans.test.jsonl",
  ]);
  expect(found.find(({ folder }) => folder === "tables")?.files).toHaveLength(8);
});

test("image files are counted, and their names are not known before they are written", () => {
  const found = plannedFiles({ ...plan, images: 3 });
  expect(found.find(({ folder }) => folder === "images")?.files).toEqual(["…", "…", "…"]);
});

test("records without a language are named after the split, and extras have their folders", () => {
  const found = plannedFiles({
    ...plan,
    languages: ["und"],
    by: "none",
    evidence: true,
    decisions: true,
    parquet: true,
  });
  expect(found.map(({ folder, files }) => [folder, files.length])).toEqual([
    ["gold", 1],
    ["unlabelled", 1],
    ["raw", 1],
    ["provenance", 1],
    ["evidence", 1],
    ["decisions", 1],
    ["tables", 4],
    ["", 5],
  ]);
  expect(found[0]?.files).toEqual(["full.jsonl"]);
});

test("splits that only the items know, or that are still being typed, are open", () => {
  expect(splitNames("field", "split")).toEqual(["…"]);
  expect(splitNames("share", "")).toEqual(["…"]);
  expect(splitNames("share", "dev=1 dev=2")).toEqual(["…"]);
  expect(splitNames("list", "dev:\nq-1\ntest:")).toEqual(["dev", "test"]);
});
