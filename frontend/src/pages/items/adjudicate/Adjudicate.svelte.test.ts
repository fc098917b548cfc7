// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { item, project } from "../../../api/samples";
import type { Adjudication, ItemView, Project, Span } from "../../../api/types";
import Adjudicate from "./Adjudicate.svelte";

const choice = (name: string, key: string) => ({ name, text: name, texts: {}, key });
const choices = [choice("fluent", "1"), choice("minor", "2"), choice("not", "3"), choice("unclear", "x")];
const judged: Project = {
  ...project,
  scheme: {
    ...project.scheme,
    span_labels: [],
    item_labels: [{ name: "fluency", text: "Fluency", texts: {}, required: true, choices }],
  },
};

const mark = (start: number, end: number): Span => ({ id: `m${start}`, start, end, label: "" });
const said = (annotator: string, ...spans: Span[]) => ({
  annotator,
  name: annotator,
  spans,
  normalized: spans,
  labels: {},
});
/* "The weir broke in 1790." */
const people = (differ: boolean) => [
  said("ada", mark(4, 8), mark(18, 22)),
  said("bo", ...(differ ? [mark(18, 23)] : [mark(4, 8), mark(18, 22)])),
];
const annotation = (annotator: string): ItemView["annotations"][number] => ({
  ...said(annotator),
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
  status: "counted",
  submitted_at: null,
  revision: 1,
  reason: "",
  exclusion: null,
  broken_rules: [],
  reopened: null,
});

let page: Record<string, unknown>;

/** jsdom has no layout: observers report once, and each text has one line. */
class OneLayout {
  constructor(private readonly report: (entries: []) => void) {}
  observe() {
    queueMicrotask(() => this.report([]));
  }
  unobserve = vi.fn();
  disconnect = vi.fn();
}

async function open(differ = true) {
  const adjudication: Adjudication = {
    majority: { spans: [mark(18, 22)], labels: {} },
    people: people(differ),
    revision: 0,
    stale: false,
    decisions: [],
  };
  if (!differ) adjudication.majority.spans = people(false)[0]?.spans ?? [];
  page = mount(Adjudicate, {
    target: document.body,
    props: {
      project: judged,
      item: { ...item, n: 2, annotations: ["ada", "bo"].map(annotation) },
      adjudication,
      onclose: vi.fn(),
      ondecided: vi.fn(),
      onreload: vi.fn(),
    },
  });
  for (let round = 0; round < 12; round += 1) await tick();
}

async function press(code: string, key = "") {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
  await tick();
}

const chosen = () =>
  document.querySelector<HTMLInputElement>("[data-testid^=label-fluency]:checked")?.value ?? null;
const caps = () =>
  [...document.querySelectorAll("[role=radiogroup] label:has([data-testid^=label-fluency]) kbd")].map(
    (cap) => cap.textContent,
  );

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", OneLayout);
  vi.stubGlobal("CSS", { highlights: new Map() });
  vi.stubGlobal("Highlight", Set);
  vi.stubGlobal("StaticRange", class {});
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const line = new DOMRect(0, 0, 10, 10);
  Range.prototype.getClientRects = () => Object.assign([line], { item: () => line });
  Object.defineProperty(document, "fonts", { value: { ready: Promise.resolve() }, configurable: true });
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(async () => {
  await unmount(page);
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("while there are stretches, digits choose versions and are no keys of item labels", async () => {
  await open();
  expect(document.querySelectorAll("[data-testid^=version-]")).toHaveLength(2);
  expect(caps()).toEqual(["x"]);
  await press("Digit3", "3");
  expect(chosen()).toBe(null);
  await press("Digit1", "1");
  expect(document.querySelector("[data-testid=version-1]")?.getAttribute("aria-pressed")).toBe("true");
  expect(chosen()).toBe(null);
  await press("KeyX", "x");
  expect(chosen()).toBe("unclear");
});

test("while a mark is selected, digits do not set item labels either", async () => {
  await open();
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { code: "Period", key: ".", altKey: true, bubbles: true }),
  );
  await tick();
  await press("Digit3", "3");
  expect(chosen()).toBe(null);
});

test("without stretches, digits are keys of item labels", async () => {
  await open(false);
  expect(document.querySelector("[data-testid=versions]")).toBe(null);
  expect(caps()).toEqual(["1", "2", "3", "x"]);
  await press("Digit3", "3");
  expect(chosen()).toBe("not");
  await press("Digit1", "1");
  expect(chosen()).toBe("fluent");
});

test("the current stretch is scrolled to on opening, after a choice and after a step", async () => {
  const here = vi.fn();
  Element.prototype.scrollIntoView = function (this: Element) {
    if (this.matches("[data-mark-of]")) here(this.classList.contains("here"));
  };
  await open();
  expect(here.mock.calls.length).toBe(1);
  await press("Digit1", "1");
  expect(here.mock.calls.length).toBe(2);
  document.querySelector<HTMLElement>("[data-testid=version-0]")?.click();
  await tick();
  expect(here.mock.calls.length).toBe(3);
  await press("ArrowRight");
  expect(here.mock.calls.length).toBe(4);
  expect(here.mock.calls.every(([current]) => current === true)).toBe(true);
});
