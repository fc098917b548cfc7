import { afterEach, describe, expect, test, vi } from "vitest";
import { deleteView, getViews, saveView } from "../../../api/views";
import type { SavedView } from "../../../api/types";
import { EVERYTHING, queryOf } from "../../../shared/items/itemQuery";
import { Views } from "./views.svelte";

vi.mock("../../../api/views");

function view(id: number, name: string, more: Partial<SavedView> = {}): SavedView {
  const own = { shared: false, mine: true, deletable: true };
  return { id, name, filter: { ...EVERYTHING, order: "ties" }, columns: [], ...own, ...more };
}

const names = ({ all }: Views) => all.map(({ name }) => name);

afterEach(() => vi.resetAllMocks());

test("a filter is converted back to its query", () => {
  const query = { order: "few", language: "ar", model: "", status: "over-full" } as const;
  expect(queryOf({ ...EVERYTHING, ...query })).toEqual(query);
  expect(queryOf({ ...EVERYTHING, model: null })).toEqual({ order: "agreement" });
});

describe("saved views", () => {
  test("are sorted by name, and the current one is found", async () => {
    vi.mocked(getViews).mockResolvedValue([
      view(2, "b", { mine: false, shared: true }),
      view(1, "a", { filter: EVERYTHING }),
      view(3, "c"),
    ]);
    const views = new Views("harbours");
    await views.read();
    expect(names(views)).toEqual(["a", "b", "c"]);
    expect(views.current({ order: "ties" })?.id).toBe(3);
    expect(views.current({})?.id).toBe(1);
    expect(views.current({ order: "few" })).toBeUndefined();
  });

  test("are restored after deletion", async () => {
    vi.mocked(getViews).mockResolvedValue([view(1, "a")]);
    vi.mocked(saveView).mockResolvedValue(view(2, "a"));
    const views = new Views("harbours");
    await views.read();
    await views.delete(view(1, "a"));
    expect(vi.mocked(deleteView)).toHaveBeenCalledWith("harbours", 1);
    expect(names(views)).toEqual([]);
    await views.undo();
    expect(names(views)).toEqual(["a"]);
    expect(vi.mocked(saveView).mock.calls[0]?.[1].filter.order).toBe("ties");
    expect(views.deleted).toBeNull();
  });

  test("report a failed deletion or restore beside the list, not in the form", async () => {
    vi.mocked(getViews).mockResolvedValue([view(1, "a"), view(2, "b")]);
    const views = new Views("harbours");
    await views.read();
    const refusal = new Error("no answer");
    vi.mocked(deleteView).mockRejectedValueOnce(refusal);
    await views.delete(view(1, "a"));
    expect([names(views), views.failure, views.refusal]).toEqual([["a", "b"], refusal, null]);
    await views.delete(view(1, "a"));
    expect(views.failure).toBeNull();
    vi.mocked(saveView).mockRejectedValueOnce(refusal);
    await views.undo();
    expect([views.failure, views.refusal, views.deleted?.name]).toEqual([refusal, null, "a"]);
  });

  test("stay unchanged on a failure, which is stored", async () => {
    vi.mocked(saveView).mockRejectedValue(new Error("taken"));
    const views = new Views("harbours");
    expect(await views.save("a", false, {})).toBe(false);
    expect(names(views)).toEqual([]);
    expect([views.refusal, views.failure]).toEqual([new Error("taken"), null]);
  });
});
