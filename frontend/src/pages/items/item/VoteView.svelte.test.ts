// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { item } from "../../../api/samples";
import { shares } from "../../../shared/items/voteRuns";
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
