import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FORM } from "./draftStore";
import type { KeyValueStore } from "./indexedDb";
import { findDraft, hasDrafts, recoverDrafts } from "./recovery.svelte";
import { saveQueue, type ActiveSave } from "./saveQueue.svelte";

const store = vi.hoisted(() => ({
  all: vi.fn<KeyValueStore["all"]>(),
  move: vi.fn<KeyValueStore["move"]>(),
  put: vi.fn<KeyValueStore["put"]>(),
}));
vi.mock("./indexedDb", () => ({ browserStore: store }));

const draftKey = { person: "ada", slug: "tide", item: 7 };
const content = {
  spans: [],
  labels: {},
  nothing_to_mark: true,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
};
const record = {
  form: FORM,
  answer_sha256: "sha",
  question: "Who?",
  since: "2026-01-01T00:00:00Z",
  base_revision: 0,
  changes: 1,
  content,
  steps: [],
};
const key = ["ada", "tide", "7", "gone"];
const openItem: ActiveSave = {
  draftKey,
  question: "Who?",
  since: null,
  changes: 0,
  saveState: { kind: "saved", at: null },
  keeps: "yes",
  onScreen: true,
  isUnsent: () => false,
  unsent: () => null,
  flush: () => Promise.resolve(true),
  resume: vi.fn(),
  follow: vi.fn(),
  pause: vi.fn(),
  refresh: vi.fn(),
  end: vi.fn(),
};
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks: { query: () => Promise.resolve({ held: [] }) } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

async function found(ms: number) {
  const asked = findDraft(draftKey, "sha");
  await vi.advanceTimersByTimeAsync(ms);
  return asked;
}

describe("the stored draft of a closed page", () => {
  test("is awaited once its transfer has started", async () => {
    store.all.mockResolvedValue([[key, record]]);
    store.move.mockImplementation(() => after(5_000, record));
    expect(await found(6_000)).toMatchObject({ content });
  });

  test("stays stored if it is found too late", async () => {
    store.all.mockImplementation(() => after(1_500, [[key, record]]));
    expect(await found(1_000)).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.move).not.toHaveBeenCalled();
  });
});

test("a draft whose item is opened while it is moved stays stored under its page", async () => {
  store.all.mockResolvedValue([[key, record]]);
  store.put.mockResolvedValue();
  store.move.mockImplementation(() => after(5_000, record));
  const recovered = recoverDrafts("ada");
  await vi.advanceTimersByTimeAsync(1_000);
  const close = saveQueue.add(openItem);
  await vi.advanceTimersByTimeAsync(5_000);
  await recovered;
  expect(store.put).toHaveBeenCalledExactlyOnceWith(key, expect.objectContaining({ content }));
  expect(saveQueue.active).toHaveLength(1);
  close();
});

describe("whether the browser has drafts", () => {
  async function known(person: string, ms = 0) {
    const asked = hasDrafts(person);
    await vi.advanceTimersByTimeAsync(ms);
    return asked;
  }

  test("is what the store holds when it is first asked", async () => {
    store.all.mockResolvedValue([[key, record]]);
    expect(await known("ada")).toBe(true);
    store.all.mockResolvedValue([]);
    expect(await known("ada")).toBe(true);
    expect(await known("bo")).toBe(false);
  });

  test("is assumed if the store does not answer, and not if it is forbidden", async () => {
    store.all.mockReturnValue(new Promise(() => undefined));
    expect(await known("cleo", 1_000)).toBe(true);
    store.all.mockRejectedValue(new Error("forbidden"));
    expect(await known("dana")).toBe(false);
  });
});
