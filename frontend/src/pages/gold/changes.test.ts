import { expect, test } from "vitest";
import type { ChangeCount, ChangeCounts } from "../../api/types";
import { added } from "./changes.svelte";

const row = (language: string, changed: number): ChangeCount => ({
  language,
  spelling: language,
  items: 10,
  changed,
  soft: changed,
  hard: 0,
  labels: 0,
  left: 0,
  right: 1,
});
const answer = (changed: number, next: string | null, total: number | null): ChangeCounts => ({
  left: "one",
  right: "other",
  results: [row("en", changed), row("ar", 0)],
  looked_at: 20,
  total,
  next,
});

test("the counts of all responses are summed by language", () => {
  const first = added(null, answer(3, "on", 40));
  expect(first).toMatchObject({ lookedAt: 20, total: 40, ended: false });
  const both = added(first, answer(4, null, null));
  expect(both).toMatchObject({ lookedAt: 40, total: 40, ended: true, left: "one", right: "other" });
  expect(both.rows[0]).toMatchObject({ language: "en", items: 20, changed: 7, soft: 7, right: 2 });
  expect(both.rows[1]).toMatchObject({ language: "ar", items: 20, changed: 0 });
});
