// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDuplicates, setDuplicates } from "../../api/items";
import { NetworkFailure } from "../../api/problem";
import type { Duplicates as Found } from "../../api/types";
import { stubResizeObserver } from "../../shared/tables/noLayout.testing";
import Duplicates from "./Duplicates.svelte";

vi.mock("../../api/items", () => ({ getDuplicates: vi.fn(), setDuplicates: vi.fn() }));

const none: Found = { found: 0, removable: 0, removed: 0, shown: [] };
const some: Found = {
  found: 3,
  removable: 2,
  removed: 0,
  shown: [
    {
      id: 7,
      external_id: "out-7",
      language: "en",
      spelling: "EN",
      direction: "ltr",
      question: "Who?",
      model_id: "quill-8b",
      kept: "out-1",
      kept_id: 1,
      kept_model_id: "",
      begun: false,
    },
  ],
};
const props = $state({ slug: "harbours", version: "1 done", onchange: vi.fn() });
let page: Record<string, unknown>;

async function settled() {
  for (let round = 0; round < 8; round += 1) await tick();
}

async function open(found: Found) {
  vi.mocked(getDuplicates).mockResolvedValue(found);
  page = mount(Duplicates, { target: document.body, props });
  await settled();
}

const text = () => document.body.textContent.replace(/\s+/g, " ");
const button = (name: string) =>
  document.querySelector<HTMLButtonElement>(`[data-testid=${name}-duplicates]`);

beforeEach(stubResizeObserver);
afterEach(async () => {
  await unmount(page);
  vi.clearAllMocks();
});

test("nothing is shown without duplicates", async () => {
  await open(none);
  expect(text().trim()).toBe("");
});

test("duplicates are removed and restored", async () => {
  await open(some);
  expect(text()).toContain("3 items repeat the question and the answer of another item. 1 of them was begun");
  const cells = [...document.querySelectorAll("[data-testid=duplicate] td")];
  expect(cells.map((cell) => cell.textContent.trim())).toEqual(["out-7", "quill-8b", "out-1", "", ""]);
  const links = [...document.querySelectorAll("[data-testid=duplicate] a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/p/harbours/items/7",
    "/p/harbours/items/1",
  ]);
  vi.mocked(setDuplicates).mockResolvedValue({ ...none, found: 1, removed: 2 });
  button("remove")?.click();
  await settled();
  expect(vi.mocked(setDuplicates).mock.calls).toEqual([["harbours", true]]);
  expect(props.onchange).toHaveBeenCalledTimes(1);
  expect(button("remove")).toBeNull();
  expect(text()).toContain("2 duplicates were removed.");
  button("restore")?.click();
  await settled();
  expect(vi.mocked(setDuplicates)).toHaveBeenLastCalledWith("harbours", false);
});

test("a failure is shown, and the duplicates stay", async () => {
  await open(some);
  vi.mocked(setDuplicates).mockRejectedValueOnce(new NetworkFailure());
  button("remove")?.click();
  await settled();
  expect(document.querySelector("[role=alert]")).not.toBeNull();
  expect(button("remove")?.disabled).toBe(false);
});

test("a finished import is looked at again", async () => {
  await open(none);
  vi.mocked(getDuplicates).mockResolvedValue(some);
  props.version = "2 done, 1 done";
  await settled();
  expect(text()).toContain("3 items repeat");
});
