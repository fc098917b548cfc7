// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { computeCrossedLabels, getCrossedLabels } from "../../../api/breakdowns";
import { ApiProblem } from "../../../api/problem";
import { project } from "../../../api/samples";
import type { CrossedLabels, Project } from "../../../api/types";
import { navigate } from "../../../app/router.svelte";
import { projectForPage } from "../../../shared/layout/requireRole";
import CrossedPage from "./CrossedPage.svelte";
import { stubResizeObserver } from "../../../shared/tables/noLayout.testing";

vi.mock("../../../api/breakdowns", () => ({ computeCrossedLabels: vi.fn(), getCrossedLabels: vi.fn() }));
vi.mock("../../../shared/layout/requireRole", () => ({ projectForPage: vi.fn() }));
vi.mock("../../../shared/layout/LeadBar.svelte", () => ({ default: () => ({}) }));

// jsdom has no layout: the tabs scroll to the current one.
Element.prototype.scrollIntoView = () => undefined;

const choice = (name: string, text: string) => ({ name, text, texts: {}, key: "" });
const judged: Project = {
  ...project,
  scheme: {
    ...project.scheme,
    uses_spans: false,
    item_labels: [
      {
        name: "supported",
        text: "Supported?",
        texts: {},
        required: true,
        choices: [choice("yes", "Yes"), choice("no", "No")],
      },
    ],
  },
};
const offered: CrossedLabels = {
  fields: ["task", "split"],
  labels: ["supported", "label"],
  label: "supported",
  policy: "gold is the most frequent choice, none in a tie",
  as_of: null,
  stale: false,
  due: false,
  run: null,
  left_out: null,
  table: null,
  shares: null,
};
const crossed: CrossedLabels = {
  ...offered,
  left_out: { too_few: 0, no_value: 2, no_gold: 1 },
  table: {
    rows: ["DM", "MT"],
    columns: ["no", "yes"],
    counts: [
      [9, 3],
      [1, 7],
    ],
    residuals: [
      [1.2247, -1.2247],
      [-1.5, 1.5],
    ],
    n: 20,
    freedom: 1,
    chi_square: 7.5,
    cramers_v: 0.6123724,
    undefined: [],
    majority: "no",
    majority_accuracy: 0.5,
  },
  shares: {
    choice: "no",
    values: [
      { value: "DM", items: 12, mean: 0.75, shares: [{ share: 0.6, items: 9 }] },
      { value: "MT", items: 8, mean: 0.2, shares: [{ share: 0.2, items: 8 }] },
    ],
    comparisons: [
      { first: "DM", second: "MT", greater: 0.0000000172, ks: 0.5, ks_p: 0.02 },
      { first: "MT", second: "DM", greater: 0.99, ks: 0.5, ks_p: 0.02 },
    ],
  },
};

let page: Record<string, unknown> | undefined;

async function open(address: string) {
  await navigate(address);
  page = mount(CrossedPage, { target: document.body, props: { slug: "harbours" } });
  for (let round = 0; round < 12; round += 1) await tick();
}
const shown = (testid: string) =>
  document.querySelector(`[data-testid="${testid}"]`)?.textContent?.trim() ?? null;

beforeEach(() => {
  stubResizeObserver();
  vi.mocked(projectForPage).mockResolvedValue(judged);
  vi.mocked(getCrossedLabels).mockResolvedValue(crossed);
});
afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  document.body.replaceChildren();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

test("what the address asks for is crossed and shown with all its figures", async () => {
  await open("/p/harbours/crossed?field=task&choice=no");
  expect(vi.mocked(getCrossedLabels).mock.calls.map(([slug, query]) => [slug, query])).toEqual([
    ["harbours", { field: ["task"], label: "", choice: "no" }],
  ]);
  expect([shown("chi-square"), shown("cramers-v")]).toEqual(["7.500000", "0.612372"]);
  expect(shown("left-out")).toBe(
    "Left out: 2 items without a value · 1 item without gold (a tie, or no vote)",
  );
  expect([...document.querySelectorAll("small")].map((each) => each.textContent.trim())).toEqual([
    "+1.225",
    "\u22121.225",
    "\u22121.500",
    "+1.500",
  ]);
  expect(document.body.textContent).toContain("Most frequent: No, 0.500000 of 20 items");
  expect(document.querySelectorAll("figure rect").length).toBe(2);
});

test("of the two directions of a pair, the likelier is shown", async () => {
  await open("/p/harbours/crossed?field=task&choice=no");
  expect([shown("greater-DM-MT"), shown("greater-MT-DM")]).toEqual(["1.72e\u22128", null]);
});

test("a field is chosen first, then a second one may be", async () => {
  vi.mocked(getCrossedLabels).mockResolvedValue(offered);
  await open("/p/harbours/crossed");
  expect([shown("field-0") !== null, shown("field-1")]).toEqual([true, null]);
  expect(document.querySelector("figure")).toBeNull();
});

test("a field that no item has is refused, with a way back", async () => {
  vi.mocked(getCrossedLabels).mockRejectedValue(
    new ApiProblem({ type: "invalid", title: "", status: 422, detail: "No item has it.", errors: [] }),
  );
  await open("/p/harbours/crossed?field=topic");
  expect(document.querySelector('a[href="/p/harbours/crossed"]')).not.toBeNull();
});

test("of a large project the table is computed in the background, and the page waits for it", async () => {
  vi.useFakeTimers();
  const run = { state: "running" as const, done: 3000, total: 100_000, message: "" };
  const waiting = { ...offered, run };
  vi.mocked(getCrossedLabels).mockResolvedValueOnce({ ...offered, due: true });
  vi.mocked(computeCrossedLabels).mockResolvedValue(waiting);
  await open("/p/harbours/crossed?field=task");
  expect(vi.mocked(computeCrossedLabels).mock.calls).toEqual([
    ["harbours", { field: ["task"], label: "", choice: "" }],
  ]);
  expect(shown("stamp")).toContain("3,000 of 100,000 items");
  expect([shown("chi-square"), shown("compute")]).toEqual([null, null]);
  vi.mocked(getCrossedLabels).mockResolvedValue({ ...crossed, as_of: "2026-03-01T08:00:00Z" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([shown("chi-square"), shown("compute")]).toEqual(["7.500000", "Recalculate"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.mocked(getCrossedLabels).mock.calls.length).toBe(2);
  vi.useRealTimers();
});
