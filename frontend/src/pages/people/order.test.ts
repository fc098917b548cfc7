import { expect, test } from "vitest";
import type { Compared, Person } from "../../api/types";
import { ordered, turned, working, type Column } from "./order";

const nobody: Person = {
  key: "",
  username: "",
  name: "",
  role: "annotator",
  languages: [],
  creation: false,
  paused: false,
  ended: false,
  joined_at: "2026-01-01T00:00:00Z",
  invitation: "",
  last_seen: null,
  open: 0,
  submitted: 0,
  skipped: 0,
  empty: 0,
  empty_of: 0,
  seconds: null,
  training: "",
  training_mean: null,
  checks: 0,
  checks_passed: 0,
  checks_mean: null,
};
const ada = {
  ...nobody,
  key: "a",
  name: "Ada",
  submitted: 4,
  empty: 1,
  empty_of: 4,
  seconds: 50,
  languages: ["en"],
};
const bo = {
  ...nobody,
  key: "b",
  name: "Bo",
  submitted: 2,
  empty: 1,
  empty_of: 2,
  seconds: 20,
  languages: ["ar"],
};
const cy = { ...nobody, key: "c", name: "Cy" };
const left = { ...nobody, key: "d", name: "Aaron", submitted: 9, ended: true };
const people = [cy, left, bo, ada];
const compared = new Map<string, Compared>([["b", { key: "b", agreement: 0.9, items: 3 }]]);
const byName = (a: string, b: string) => a.localeCompare(b);

const keys = (column: Column, down: boolean) =>
  ordered(people, { column, down }, compared, byName)
    .map(({ key }) => key)
    .join("");

test.each([
  ["name", false, "abcd"],
  ["name", true, "cbad"],
  ["submitted", true, "abcd"],
  ["empty", true, "bacd"],
  ["time", false, "bacd"],
  ["time", true, "abcd"],
  ["agreement", true, "bacd"],
] as const)("by %s, downwards: %s", (column, down, expected) => {
  expect(keys(column, down)).toBe(expected);
});

test("by language, including annotators of all languages", () => {
  expect(working(people, "en").map(({ key }) => key)).toEqual(["c", "d", "a"]);
  expect(working(people, "")).toHaveLength(4);
});

test("a column has a default direction and is reversed by a second click", () => {
  const first = turned({ column: "name", down: false }, "submitted");
  expect(first).toEqual({ column: "submitted", down: true });
  expect(turned(first, "submitted").down).toBe(false);
  expect(turned(first, "name").down).toBe(false);
});
