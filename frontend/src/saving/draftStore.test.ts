import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BrowserDraftStore, FORM, keyOf, type StoreState } from "./draftStore";
import type { Draft } from "./saveProtocol";
import type { KeyValueStore } from "./indexedDb";

const records = new Map<string, unknown>();
let answers: (() => void)[] | null = null;
let writes = 0;
let problem: Error | null = null;

async function written(change: () => void): Promise<void> {
  writes += 1;
  if (answers) await new Promise<void>((resolve) => answers?.push(resolve));
  if (problem) throw problem;
  change();
}

const store: KeyValueStore = {
  put: (key, record) => written(() => records.set(key.join("/"), record)),
  remove: (key) => written(() => records.delete(key.join("/"))),
  all: () => Promise.resolve([]),
  move: () => Promise.resolve(undefined),
};

const draftKey = { person: "ada", slug: "harbours", item: 7 };
const about = { answer_sha256: "sha", question: "Who?" };
const kept = (content: string): Draft<string> => ({ base_revision: 3, steps: [], content, changes: 1 });
const states: StoreState[] = [];
const keeperOf = (page: string) =>
  new BrowserDraftStore<string>(store, keyOf(draftKey, page), about, (keeps) => states.push(keeps));
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers({ now: new Date("2025-03-14T12:00:00Z") }));
afterEach(() => {
  vi.useRealTimers();
  records.clear();
  states.length = 0;
  writes = 0;
  answers = null;
  problem = null;
});

describe("a stored draft", () => {
  it("is stored by user, project, item and page, with what a later page needs", async () => {
    keeperOf("one").keep(kept("a"));
    await settled();
    expect(Object.fromEntries(records)).toEqual({
      "ada/harbours/7/one": { ...about, ...kept("a"), form: FORM, since: "2025-03-14T12:00:00.000Z" },
    });
  });

  it("is written at once", () => {
    keeperOf("one").keep(kept("a"));
    expect(writes).toBe(1);
  });

  it("is never overwritten by another page", async () => {
    const one = keeperOf("one");
    one.keep(kept("a"));
    keeperOf("two").keep(kept("b"));
    await settled();
    one.clear();
    await settled();
    expect([...records.keys()]).toEqual(["ada/harbours/7/two"]);
  });

  it("has its time until it is acknowledged", async () => {
    const keeper = keeperOf("one");
    keeper.keep(kept("a"));
    await vi.advanceTimersByTimeAsync(60_000);
    keeper.keep(kept("ab"));
    expect(keeper.since).toBe("2025-03-14T12:00:00.000Z");
    keeper.clear();
    expect(keeper.since).toBeNull();
    keeper.keep(kept("abc"));
    expect(keeper.since).toBe("2025-03-14T12:01:00.000Z");
  });
});

describe("writing", () => {
  it("does not queue behind a slow disk and ends with the latest content", async () => {
    answers = [];
    const keeper = keeperOf("one");
    for (const content of "abcdefgh") keeper.keep(kept(content));
    expect(writes).toBe(4);
    while (answers.length > 0) {
      answers.shift()?.();
      await settled();
    }
    expect(writes).toBe(5);
    expect(records.get("ada/harbours/7/one")).toMatchObject({ content: "h" });
  });

  it("that fails is reported, and so is the next success", async () => {
    const keeper = keeperOf("one");
    problem = new DOMException("", "QuotaExceededError");
    keeper.keep(kept("a"));
    await settled();
    problem = new Error("forbidden");
    keeper.keep(kept("ab"));
    await settled();
    problem = null;
    keeper.keep(kept("abc"));
    await settled();
    expect(states).toEqual(["full", "nothing", "yes"]);
  });

  it("without a response is reported", async () => {
    answers = [];
    keeperOf("one").keep(kept("a"));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(states).toEqual(["nothing"]);
    answers.shift()?.();
    await settled();
    expect(states).toEqual(["nothing", "yes"]);
  });
});
