// @vitest-environment jsdom
import { type Component, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { project } from "../../../api/samples";
import type { AgreementMeasures, Breakdowns, ItemLabelMeasures, Scheme } from "../../../api/types";
import LabelMatrix from "../breakdowns/LabelMatrix.svelte";
import LabelHead from "./LabelHead.svelte";
import LabelTable from "./LabelTable.svelte";
import VoteSplits from "./plots/VoteSplits.svelte";
import SpanLabels from "./SpanLabels.svelte";
import { stubResizeObserver } from "../../../shared/tables/noLayout.testing";

const choice = (name: string, text: string) => ({ name, text, texts: {}, key: "" });
const item_label = {
  name: "supported",
  text: "Supported?",
  texts: {},
  required: true,
  choices: [choice("yes", "Yes"), choice("no", "No")],
};
const scheme: Scheme = { ...project.scheme, uses_spans: false, item_labels: [item_label] };
const label: ItemLabelMeasures = {
  name: "supported",
  n: 20,
  counted: 4,
  alpha: 0.25,
  percentage: 0.65,
  choices: [
    { name: "yes", annotations: 15, majority: 3, shares: [{ share: 0.6, items: 2 }] },
    { name: "no", annotations: 5, majority: 1, shares: [] },
  ],
  ties: 0,
  majority_accuracy: 0.75,
  splits: [
    { votes: [5], items: 2 },
    { votes: [3, 2], items: 2 },
  ],
  undefined: [],
};

const measures: AgreementMeasures = {
  items: 4,
  counted: 4,
  annotators_min: 5,
  annotators_max: 5,
  ns: [5],
  agreement: null,
  interval: null,
  alpha: null,
  character_f1: null,
  exact_f1: null,
  overlap_f1: null,
  undefined: [],
  distribution: [],
  policy: "mushroom-2025",
  floor: null,
  resamples: 2000,
  curve: [],
  curve_sampled: 0,
  span_labels: [],
  item_labels: [label],
  tables: [],
};

let page: Record<string, unknown> | undefined;

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props) {
  page = mount(component, { target: document.body, props });
}
const texts = (which: string) =>
  [...document.querySelectorAll(which)].map((each) => each.textContent.replaceAll(/\s+/g, " ").trim());

beforeEach(stubResizeObserver);
afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test("each label has its shares, α and percentage agreement, with links to the items", () => {
  show(LabelTable, { slug: "harbours", language: "", labels: [label], scheme });
  expect(texts("td")).toEqual(["Yes 75 %, No 25 %", "20", "4", "0.250", "65 %"]);
  expect(document.querySelector("td a")?.getAttribute("href")).toContain("label=supported%3Ayes");
});

test("the head of a scheme without spans is α of each label", () => {
  show(LabelHead, { slug: "harbours", language: "", scheme, measures });
  expect(texts("b")).toEqual(["0.250"]);
  expect(texts("p")[0]).toContain("over 4 items with n ≥ 2");
});

test("votes are drawn by their split, with the accuracy of the majority", () => {
  show(VoteSplits, { label, scheme, filename: "votes" });
  expect(texts("figcaption p")).toEqual(["Most frequent majority: Yes, 0.750000 of 4 items; ties: 0"]);
  expect(texts("[data-testid='split-supported-3-2']")).toEqual(["2"]);
  expect(document.querySelectorAll("svg rect").length).toBe(2);
});

test("a matrix has κ of each pair in both directions, and says how many annotators it leaves out", () => {
  const pair = { label: "supported", first: "a", second: "b", items: 8, percentage: 0.75 };
  const tables: Breakdowns = {
    policy: "mushroom-2025",
    as_of: null,
    annotators: ["a", "b", "c"].map((key) => ({ key, name: key.toUpperCase() })),
    models: [],
    pairs: [],
    label_pairs: [
      { ...pair, kappa: 0.4 },
      { ...pair, second: "c", kappa: null },
    ],
    paired: 191,
    days: [],
  };
  show(LabelMatrix, { slug: "harbours", tables, label: item_label });
  expect(texts("td a")).toEqual(["0.400n = 8", "one valuen = 8", "0.400n = 8", "one valuen = 8"]);
  expect(texts("strong")).toEqual([
    "Shown are 3 of 191 annotators: those who share the most items with others.",
  ]);
});

test("a span label that nobody used has no agreement over the items that use it", () => {
  const unused = {
    name: "ocr",
    agreement: 1,
    interval: null,
    alpha: null,
    character_f1: 1,
    exact_f1: 1,
    overlap_f1: 1,
    undefined: [],
    distribution: [],
    used: 0,
    used_agreement: null,
  };
  show(SpanLabels, { slug: "harbours", language: "", labels: [unused], scheme });
  expect(texts("td").slice(0, 2)).toEqual(["0", "no one used it"]);
});
