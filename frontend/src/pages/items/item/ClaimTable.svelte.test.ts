// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { item, project } from "../../../api/samples";
import type { ItemView, Scheme } from "../../../api/types";
import ClaimTable from "./ClaimTable.svelte";

const claims = [
  [0, 9],
  [9, 15],
  [15, 23],
];
const nobody = { annotators: [], labels: {}, gold: false };
const view = (part: Partial<ItemView>): ItemView => ({
  ...item,
  answer: "The weir broke in 1790.",
  claims,
  n: 2,
  claim_votes: [
    nobody,
    { ...nobody, annotators: ["ada"] },
    { ...nobody, annotators: ["ada", "bo"], gold: true },
  ],
  ...part,
});

const props = $state<{ item: ItemView; scheme: Scheme; claim: number | null }>({
  item: view({}),
  scheme: project.scheme,
  claim: null,
});
let page: Record<string, unknown>;

const rows = () =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim()),
  );

beforeEach(async () => {
  props.item = view({});
  page = mount(ClaimTable, { target: document.body, props });
  await tick();
});
afterEach(() => unmount(page));

test("claims that somebody calls incorrect are listed, with their number, voters and gold", () => {
  expect(rows()).toEqual([
    ["2 broke", "1 of 2 ada", "Correct (tie)"],
    ["3 in 1790.", "2 of 2 ada, bo", "Incorrect"],
  ]);
});

test("a button shows all claims, and those called incorrect only", async () => {
  const button = [...document.querySelectorAll("button")].find((each) => each.textContent?.includes("Show"));
  expect(button?.textContent).toBe("Show all 3 claims");
  button?.click();
  await tick();
  expect(rows()[0]).toEqual(["1 The weir", "0 of 2", "Correct"]);
  button?.click();
  await tick();
  expect(rows()).toHaveLength(2);
});

test("a decision has no ties", async () => {
  props.item = view({ gold_source: "curated" });
  await tick();
  expect(rows().map(([, , gold]) => gold)).toEqual(["Correct", "Incorrect"]);
});

test("without annotations there is no gold", async () => {
  props.item = view({ n: 0, claim_votes: [nobody, nobody, nobody] });
  await tick();
  expect(document.body.textContent).toContain("Nobody calls any claim incorrect.");
});
