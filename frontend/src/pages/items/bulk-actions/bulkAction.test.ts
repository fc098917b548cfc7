import { afterEach, expect, test, vi } from "vitest";
import { assignItems, reopenItems, unassignItems } from "../../../api/assignment";
import { EVERYTHING } from "../../../shared/items/itemQuery";
import { carryOut, takeBack } from "./bulkAction";

vi.mock("../../../api/assignment");
afterEach(() => vi.resetAllMocks());

const changed = {
  changed: [
    { annotator: "a", items: [1, 2] },
    { annotator: "b", items: [2] },
  ],
  places: 3,
};

test("undoing an assignment removes it from its annotators only", async () => {
  await takeBack("s", "assign", changed);
  expect(vi.mocked(unassignItems).mock.calls).toEqual([
    ["s", { items: [1, 2] }, "a"],
    ["s", { items: [2] }, "b"],
  ]);
});

test("undoing an unassignment restores it for its annotators", async () => {
  await takeBack("s", "take", changed);
  expect(vi.mocked(assignItems).mock.calls).toEqual([
    ["s", "a", { items: [1, 2] }],
    ["s", "b", { items: [2] }],
  ]);
});

test("undoing a reopening restores the submissions", async () => {
  await takeBack("s", "reopen", changed);
  expect(vi.mocked(reopenItems)).toHaveBeenCalledWith("s", { items: [2] }, { annotator: "b", undo: true });
});

test("a filter is sent unchanged", async () => {
  const which = {
    filter: { ...EVERYTHING, order: "ordinal", search: "x" },
  } as const;
  await carryOut("s", "take", which, {});
  expect(vi.mocked(unassignItems)).toHaveBeenCalledWith("s", which);
});

test("reopening sends the reason and is for all annotators", async () => {
  await carryOut("s", "reopen", { items: [1] }, { annotator: "a", reason: "The date." });
  expect(vi.mocked(reopenItems)).toHaveBeenCalledWith("s", { items: [1] }, { reason: "The date." });
});
