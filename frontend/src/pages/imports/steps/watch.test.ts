import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getImport } from "../../../api/imports";
import { ApiProblem, NetworkFailure } from "../../../api/problem";
import type { Import } from "../../../api/types";
import { type Watcher, watchImport } from "./watch";

vi.mock("../../../api/imports");
const asked = vi.mocked(getImport);

const watcher = {
  onchange: vi.fn<Watcher["onchange"]>(),
  onsilence: vi.fn<Watcher["onsilence"]>(),
  onfailure: vi.fn<Watcher["onfailure"]>(),
};
const gone = { type: "about:blank", title: "Gone", status: 404, detail: "", errors: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

const blank: Import = {
  id: 7,
  kind: "items",
  state: "waiting",
  filename: "harbours.jsonl",
  format: "jsonl",
  encoding: "utf-8",
  delimiter: "",
  columns: [],
  mapping: {},
  guessed: {},
  item_kind: "work",
  language: "",
  record_format: "mushroom",
  reference_in_record: false,
  vote_columns: [],
  fields: [],
  preview: [],
  done: 0,
  total: 0,
  added: 0,
  unchanged: 0,
  differing: 0,
  problems: [],
  problem_count: 0,
  warnings: [],
  message: "",
  created_at: "2025-03-14T12:03:00Z",
  created_by: "lena",
  takes_images: false,
  images: "",
  undoable: false,
};

function answers(...states: Import["state"][]) {
  for (const state of states) asked.mockResolvedValueOnce({ ...blank, state });
}

it("polls twice a second until the import has ended", async () => {
  answers("checking", "writing", "done");
  watchImport("demo", 7, watcher);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watcher.onchange.mock.calls.map(([now]) => now.state)).toEqual(["checking", "writing", "done"]);
  expect(asked).toHaveBeenCalledTimes(3);
});

it("continues polling while the server is unreachable, and reports it", async () => {
  asked.mockRejectedValueOnce(new NetworkFailure("no answer"));
  answers("done");
  watchImport("demo", 7, watcher);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watcher.onsilence.mock.calls).toEqual([[true], [false]]);
  expect(watcher.onfailure).not.toHaveBeenCalled();
});

it("ends when the server refuses to answer", async () => {
  asked.mockRejectedValueOnce(new ApiProblem(gone));
  watchImport("demo", 7, watcher);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watcher.onfailure).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("reports nothing after it was stopped, even for a pending response", async () => {
  answers("checking", "done");
  const stop = watchImport("demo", 7, watcher);
  await vi.advanceTimersByTimeAsync(500);
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watcher.onchange).toHaveBeenCalledTimes(1);
});
