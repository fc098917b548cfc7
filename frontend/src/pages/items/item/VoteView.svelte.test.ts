// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { describe, expect, test, vi } from "vitest";
import { item } from "../../../api/samples";
import type { ItemView } from "../../../api/types";
import { shares } from "../../../shared/items/voteRuns";
import { layoutRows } from "./annotatorRows";
import Legend from "./Legend.svelte";
import VoteView from "./VoteView.svelte";

vi.mock("../../../shared/items/voteRuns", { spy: true });

test("the highlighted claim has an outline, and the answer is not cut again for it", async () => {
  const claims = [
    [0, 9],
    [9, 15],
    [15, 23],
  ];
  const props = $state<{ claim: number | null; hand: string | null }>({ claim: null, hand: null });
  const layout = { annotators: [], spare: false, slots: 0 };
  const page = mount(VoteView, {
    target: document.body,
    props: {
      item: { ...item, claims },
      layout,
      get claim() {
        return props.claim;
      },
      get hand() {
        return props.hand;
      },
    },
  });
  const current = () => [...document.querySelectorAll(".claim.current")].map((each) => each.textContent);
  expect(current()).toEqual([]);
  props.claim = 1;
  props.hand = "ada";
  await tick();
  expect(current()).toEqual(["broke"]);
  expect(document.querySelector("[data-testid=item-answer]")?.textContent).toBe(item.answer);
  expect(vi.mocked(shares)).toHaveBeenCalledTimes(1);
  await unmount(page);
});

const GOLD_LINE = "linear-gradient(var(--ink) 0 0)";

/** Mounts the view and returns the pieces of text above the line of gold. */
async function aboveGold(view: Partial<ItemView>): Promise<(string | null)[]> {
  const shown = { ...item, ...view };
  const page = mount(VoteView, {
    target: document.body,
    props: { item: shown, layout: layoutRows(shown.annotations), hand: null },
  });
  const above = [...document.querySelectorAll<HTMLElement>(".seg")]
    .filter(({ style }) => style.backgroundImage.includes(GOLD_LINE))
    .map(({ textContent }) => textContent);
  await unmount(page);
  return above;
}

describe("the line of gold", () => {
  const runs = [{ start: 0, end: 8, count: 3 }];
  const decided = { gold_source: "curated", n: 3, runs } as const;

  test("is under what the majority marked", async () => {
    expect(await aboveGold({ n: 3, runs, gold: [{ start: 0, end: 8 }] })).toEqual(["The weir"]);
  });

  test("is under the spans that a curator decided, not under what the majority marked", async () => {
    expect(await aboveGold({ ...decided, gold: [{ start: 4, end: 14 }] })).toEqual(["weir", " broke"]);
    expect(await aboveGold({ ...decided, gold: [] })).toEqual([]);
  });

  test("is under decided spans that nobody marked", async () => {
    const gold = [{ start: 18, end: 22 }];
    expect(await aboveGold({ gold_source: "curated", gold })).toEqual(["1790"]);
  });

  test("is under the claims that a curator calls incorrect", async () => {
    const claims = [
      [0, 9],
      [9, 15],
      [15, 23],
    ];
    const votes = [false, true, true].map((gold) => ({ annotators: [], labels: {}, gold }));
    const gold = [{ start: 9, end: 23 }];
    expect(await aboveGold({ ...decided, gold, claims, claim_votes: votes })).toEqual(["broke", "in 1790."]);
  });
});

test("the legend and the line have the same source of gold", async () => {
  const props = $state({ item, layout: layoutRows([]) });
  const page = mount(Legend, { target: document.body, props });
  const legend = () => document.querySelector(".legend")?.textContent;
  const gold = [{ start: 18, end: 22 }];
  expect(legend()).not.toContain("gold");
  props.item = { ...item, gold };
  await tick();
  expect(legend()).toContain("gold, if released now");
  props.item = { ...item, gold, gold_source: "curated" };
  await tick();
  expect(legend()).toContain("Gold, decided by a curator");
  expect(legend()).not.toContain("if released now");
  await unmount(page);
});
