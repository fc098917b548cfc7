// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exclude, previewExclusion } from "../../../api/curation";
import { ApiProblem, NetworkFailure } from "../../../api/problem";
import { item } from "../../../api/samples";
import type { Effects, ItemAnnotation } from "../../../api/types";
import { NOTHING_SAID } from "../../../saving/contentVersions";
import Excluding from "./Excluding.svelte";

vi.mock("../../../api/curation", () => ({ exclude: vi.fn(), previewExclusion: vi.fn() }));

const effects: Effects = {
  annotations: 1,
  annotators: 1,
  items: 1,
  looked_at: 1,
  policy: "mushroom-2025",
  threshold: 0,
  languages: [],
  gold_changed: 0,
  without_gold: 0,
  shown: [],
  listed: [],
};
const annotation: ItemAnnotation = {
  ...NOTHING_SAID,
  broken_rules: [],
  annotator: "annotator_1",
  name: "Ada",
  status: "counted",
  normalized: [],
  submitted_at: null,
  revision: 1,
  reason: "",
  exclusion: null,
  reopened: null,
};
const refused = new ApiProblem({ type: "other_by_now", title: "", status: 409, detail: "", errors: [] });

const props = $state({
  slug: "harbours",
  item,
  annotation,
  onclose: vi.fn(),
  onexcluded: () => Promise.resolve(),
  onreload: vi.fn(() => Promise.resolve()),
});
let page: Record<string, unknown>;

async function settled() {
  for (let round = 0; round < 8; round += 1) await tick();
}

function button(which: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(which);
  if (!found) throw new Error(`There is no ${which}.`);
  return found;
}

beforeEach(() => {
  vi.mocked(previewExclusion).mockResolvedValue(effects);
  props.annotation = annotation;
});

afterEach(async () => {
  await unmount(page);
  vi.clearAllMocks();
});

test("a newer submission is reloaded, previewed and excluded in its new revision", async () => {
  vi.mocked(exclude).mockRejectedValueOnce(refused);
  props.onreload.mockImplementation(() => {
    props.annotation = { ...annotation, revision: 2 };
    return Promise.resolve();
  });
  page = mount(Excluding, { target: document.body, props });
  await settled();
  const reason = document.querySelector<HTMLInputElement>("[name=exclude-reason]");
  if (reason) reason.value = "Whole sentences.";
  reason?.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
  button("[data-testid=exclude]").click();
  await settled();
  button("[role=alert] button").click();
  await settled();
  expect(document.querySelector("[role=alert]")).toBeNull();
  button("[data-testid=exclude]").click();
  await settled();
  expect(vi.mocked(exclude).mock.calls.map(([, { revision }]) => revision)).toEqual([1, 2]);
});

test("a failed preview is requested again", async () => {
  vi.mocked(previewExclusion).mockRejectedValueOnce(new NetworkFailure());
  props.onreload.mockResolvedValue();
  page = mount(Excluding, { target: document.body, props });
  await settled();
  button("[role=alert] button").click();
  await settled();
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(previewExclusion).toHaveBeenCalledTimes(2);
});

const shown: Effects["shown"][number] = {
  id: 1,
  external_id: "weir",
  language: "en",
  direction: "ltr",
  question: "",
  n_before: 1,
  n_after: 0,
  agreement_before: null,
  agreement_after: null,
  marks_before: 0,
  marks_after: 0,
  characters_before: 0,
  characters_after: 0,
  gold_lost: true,
};

test.each([true, false])("the preview says whether gold is lost: %s", async (lost) => {
  vi.mocked(previewExclusion).mockResolvedValue({ ...effects, shown: [{ ...shown, gold_lost: lost }] });
  page = mount(Excluding, { target: document.body, props });
  await settled();
  expect(document.body.textContent.includes("Gold is lost")).toBe(lost);
  expect(document.body.textContent.includes("Gold characters")).toBe(!lost);
});
