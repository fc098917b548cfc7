import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BrowserKeeper } from "./keep";
import type { Kept } from "./save";
import type { Shelf } from "./shelf";

const records = new Map<string, unknown>();
let writes = 0;
let broken = false;

const shelf: Shelf = {
  async get(key) {
    await Promise.resolve();
    if (broken) throw new Error("forbidden");
    return records.get(key.join("/"));
  },
  async change(key, next) {
    await Promise.resolve();
    if (broken) throw new Error("full");
    writes += 1;
    const wanted = next(records.get(key.join("/")));
    if (wanted === undefined) records.delete(key.join("/"));
    else records.set(key.join("/"), wanted);
  },
};

const place = { person: "ada", slug: "harbours", item: 7, answer_sha256: "sha" };
const kept = (content: string): Kept<string> => ({ base_revision: 3, pending: null, content });
const told: boolean[] = [];
const keeperOf = (change: Partial<typeof place> = {}) =>
  new BrowserKeeper<string>(shelf, { ...place, ...change }, (works) => told.push(works));
const found = async (change: Partial<typeof place> = {}) => (await keeperOf(change).load())?.content ?? null;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  records.clear();
  told.length = 0;
  writes = 0;
  broken = false;
});

async function keepFor(change: Partial<typeof place>, content: string) {
  const keeper = keeperOf(change);
  keeper.keep(kept(content));
  await vi.advanceTimersByTimeAsync(0);
  return keeper;
}

describe("what is kept", () => {
  it("is found by the next page of the same person on the same item", async () => {
    await keepFor({}, "a");
    expect(await keeperOf().load()).toMatchObject(kept("a"));
  });

  it("is not there for anybody else, for another item or project", async () => {
    await keepFor({}, "a");
    expect(await found({ person: "bo" })).toBeNull();
    expect(await found({ item: 8 })).toBeNull();
    expect(await found({ slug: "rivers" })).toBeNull();
  });

  it("is not put on another answer than the one it was made on", async () => {
    await keepFor({}, "a");
    expect(await found({ answer_sha256: "another" })).toBeNull();
  });

  it("is left alone where a later Morel has given it another form", async () => {
    records.set("ada/harbours/7", { form: 2, content: "a" });
    expect(await found()).toBeNull();
    keeperOf().clear();
    await vi.advanceTimersByTimeAsync(0);
    expect(records.size).toBe(1);
  });

  it("is gone when it is cleared", async () => {
    const keeper = await keepFor({}, "a");
    keeper.clear();
    await vi.advanceTimersByTimeAsync(0);
    expect(records.size).toBe(0);
  });

  it("is not taken away by another tab that has sent its own", async () => {
    const other = await keepFor({}, "a");
    await keepFor({}, "b");
    other.clear();
    await vi.advanceTimersByTimeAsync(0);
    expect(await found()).toBe("b");
  });
});

describe("writing", () => {
  it("is one at a time, and passes over what is already outdated", async () => {
    const keeper = keeperOf();
    for (const content of ["a", "ab", "abc"]) keeper.keep(kept(content));
    await vi.advanceTimersByTimeAsync(0);
    expect([writes, await found()]).toEqual([2, "abc"]);
  });

  it("that fails is told, and so is that it works again", async () => {
    broken = true;
    const keeper = await keepFor({}, "a");
    broken = false;
    keeper.keep(kept("ab"));
    await vi.advanceTimersByTimeAsync(0);
    expect([told, await found()]).toEqual([[false, true], "ab"]);
  });
});

describe("a browser that keeps nothing", () => {
  it("has nothing to give", async () => {
    broken = true;
    expect(await found()).toBeNull();
  });

  it("and does not even say so keeps nobody waiting", async () => {
    const silent: Shelf = { ...shelf, get: () => new Promise(() => undefined) };
    const loading = new BrowserKeeper<string>(silent, place, () => undefined).load();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await loading).toBeNull();
  });
});
