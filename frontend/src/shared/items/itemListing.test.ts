import { afterEach, describe, expect, test, vi } from "vitest";
import { getItems } from "../../api/items";
import type { ItemRow } from "../../api/types";
import { Listing } from "./itemListing.svelte";

vi.mock("../../api/items");

function row(id: number): ItemRow {
  return {
    id,
    external_id: `item-${id}`,
    language: "en",
    spelling: "EN",
    direction: "ltr",
    question: "What happened?",
    answer_length: 10,
    n: 2,
    redundancy: 3,
    agreement: 0.5,
    status: "open",
    drafts: 0,
    unsure: 0,
    comments: 0,
    surplus: 0,
    tags: [],
    metadata: {},
    held: 0,
    ties: 0,
    gold_characters: 0,
    disputed_characters: 0,
    single_characters: 0,
    model_id: "",
    split: "",
    runs: [],
    item_labels: [],
  };
}

const ids = (listing: Listing) => listing.rows?.map(({ id }) => id);

afterEach(() => vi.resetAllMocks());

describe("the list", () => {
  test("continues after its last row with the same query", async () => {
    vi.mocked(getItems)
      .mockResolvedValueOnce({ results: [row(1), row(2)], next: "behind 2" })
      .mockResolvedValueOnce({ results: [row(3)], next: null });
    const listing = new Listing("harbours");
    await listing.load({ language: "en" });
    await listing.more();
    expect(ids(listing)).toEqual([1, 2, 3]);
    expect(listing.next).toBeNull();
    expect(vi.mocked(getItems).mock.calls[1]?.[1]).toEqual({ language: "en", cursor: "behind 2" });
  });

  test("continues if the server has found nothing yet", async () => {
    vi.mocked(getItems)
      .mockResolvedValueOnce({ results: [], next: "behind 10000" })
      .mockResolvedValueOnce({ results: [row(7)], next: null });
    const listing = new Listing("harbours");
    await listing.load({ model: "rare" });
    expect(ids(listing)).toEqual([7]);
    expect(vi.mocked(getItems).mock.calls[1]?.[1]).toEqual({ model: "rare", cursor: "behind 10000" });
  });

  test("stops searching when it has ended", async () => {
    vi.mocked(getItems).mockImplementation(async (_slug, _query, options) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (options?.signal?.aborted) throw new DOMException("given up", "AbortError");
      return { results: [], next: "further" };
    });
    const listing = new Listing("harbours");
    const loading = listing.load({ model: "rare" });
    await vi.waitFor(() => expect(vi.mocked(getItems).mock.calls.length).toBeGreaterThan(1), {
      timeout: 10_000,
    });
    listing.end();
    await loading;
    const asked = vi.mocked(getItems).mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(getItems).toHaveBeenCalledTimes(asked);
  });

  test("does not use the cursor of another list", async () => {
    vi.mocked(getItems)
      .mockResolvedValueOnce({ results: [row(1)], next: "behind 1" })
      .mockResolvedValueOnce({ results: [], next: "behind 10000 of another" })
      .mockRejectedValueOnce(new Error("no answer"));
    const listing = new Listing("harbours");
    await listing.load({});
    await listing.load({ model: "rare" });
    expect([ids(listing), listing.next, listing.query]).toEqual([[1], "behind 1", {}]);
  });

  test("resumes a failed search at the last cursor", async () => {
    vi.mocked(getItems)
      .mockResolvedValueOnce({ results: [row(1)], next: "behind 1" })
      .mockResolvedValueOnce({ results: [], next: "behind 10000" })
      .mockRejectedValueOnce(new Error("no answer"))
      .mockResolvedValueOnce({ results: [row(2)], next: null });
    const listing = new Listing("harbours");
    await listing.load({});
    await listing.more();
    await listing.more();
    expect(ids(listing)).toEqual([1, 2]);
    expect(vi.mocked(getItems).mock.lastCall?.[1]).toEqual({ cursor: "behind 10000" });
  });

  test("shows the response to the latest request", async () => {
    vi.mocked(getItems).mockImplementation(async (_slug, query, options) => {
      await new Promise((resolve) => setTimeout(resolve, query?.search === "l" ? 20 : 1));
      if (options?.signal?.aborted) throw new DOMException("given up", "AbortError");
      return { results: [row(query?.search === "l" ? 1 : 2)], next: null };
    });
    const listing = new Listing("harbours");
    await Promise.all([listing.load({ search: "l" }), listing.load({ search: "lamp" })]);
    expect(ids(listing)).toEqual([2]);
    expect(listing.query).toEqual({ search: "lamp" });
    expect(listing.failure).toBeNull();
    expect(listing.loading).toBe(false);
  });

  test("keeps its rows when the next ones cannot be loaded", async () => {
    const refusal = new Error("no answer");
    vi.mocked(getItems)
      .mockResolvedValueOnce({ results: [row(1)], next: "behind 1" })
      .mockRejectedValueOnce(refusal);
    const listing = new Listing("harbours");
    await listing.load({});
    await listing.more();
    expect(ids(listing)).toEqual([1]);
    expect(listing.failure).toBe(refusal);
  });
});
