import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getProject } from "../../../api/endpoints";
import { getSummary } from "../../../api/summary";
import { project, summary } from "../../../api/samples";
import { getBreakdowns } from "../../../api/breakdowns";
import type { Agreement, Breakdowns } from "../../../api/types";
import { openSummarySocket } from "../overview/summarySocket";
import { WORKING_MS } from "../agreement/measures.svelte";
import { BreakdownsState, LOOKING_MS } from "./breakdowns.svelte";

vi.mock("../../../api/agreement");
vi.mock("../../../api/endpoints");
vi.mock("../../../api/summary");
vi.mock("../../../api/breakdowns");
vi.mock("../overview/summarySocket");

const tables: Breakdowns = {
  policy: "mushroom-2025",
  as_of: "2026-11-21T12:03:00+00:00",
  models: [],
  annotators: [],
  pairs: [],
  label_pairs: [],
  paired: 0,
  days: [],
};
const settled: Agreement = {
  policy: "mushroom-2025",
  version: 1,
  as_of: "2026-11-21T12:03:00Z",
  stale: false,
  saves_since: 0,
  due: false,
  run: { state: "done", done: 4, total: 4, message: "" },
  overall: null,
  languages: [],
};
const working: Agreement = { ...settled, run: { state: "running", done: 1, total: 4, message: "" } };

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  vi.mocked(getProject).mockResolvedValue(project);
  vi.mocked(getSummary).mockResolvedValue(summary);
  vi.mocked(getBreakdowns).mockResolvedValue(tables);
  vi.mocked(getAgreement).mockResolvedValue(settled);
  vi.mocked(computeAgreement).mockResolvedValue(working);
  vi.mocked(openSummarySocket).mockReturnValue(() => {});
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.resetAllMocks();
});

async function opened(): Promise<BreakdownsState> {
  const breakdowns = new BreakdownsState("harbours");
  stop = breakdowns.start();
  await vi.advanceTimersByTimeAsync(0);
  return breakdowns;
}

test("the project is requested once, summary and breakdowns once a minute", async () => {
  await opened();
  expect([getProject, getSummary, getBreakdowns].map((call) => vi.mocked(call).mock.calls.length)).toEqual([
    1, 1, 1,
  ]);
  await vi.advanceTimersByTimeAsync(LOOKING_MS);
  expect([getProject, getSummary, getBreakdowns].map((call) => vi.mocked(call).mock.calls.length)).toEqual([
    1, 2, 2,
  ]);
});

test("after a run both are reloaded", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  expect(breakdowns.running).toBe(true);
  const later = { ...tables, as_of: "2026-11-21T12:09:00+00:00" };
  vi.mocked(getBreakdowns).mockResolvedValue(later);
  vi.mocked(getSummary).mockResolvedValue({ ...summary, version: 2 });
  vi.mocked(getAgreement).mockResolvedValue({ ...settled, as_of: "2026-11-21T12:09:00Z" });
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect(breakdowns.running).toBe(false);
  expect([breakdowns.tables, breakdowns.summary?.version]).toEqual([later, 2]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(getBreakdowns).toHaveBeenCalledTimes(2);
});

test("a failed run is reported, and the breakdowns stay", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  vi.mocked(getAgreement).mockResolvedValue({
    ...settled,
    run: { state: "failed", done: 1, total: 4, message: "no space left" },
  });
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect([breakdowns.failed, breakdowns.tables]).toEqual(["no space left", tables]);
});

test("a failed request during a run does not stop polling", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  vi.mocked(getAgreement).mockRejectedValueOnce(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect(breakdowns.failure).toEqual(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([breakdowns.failure, breakdowns.running]).toEqual([null, false]);
});

test("an annotator requests nothing", async () => {
  vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
  const breakdowns = await opened();
  expect(breakdowns.project?.role).toBe("annotator");
  expect(getSummary).not.toHaveBeenCalled();
  expect(getAgreement).not.toHaveBeenCalled();
});

test("the live summary is shown, and older responses do not replace it", async () => {
  const breakdowns = await opened();
  vi.mocked(openSummarySocket).mock.lastCall?.[1].heard({ ...summary, version: 3 });
  expect(breakdowns.summary?.version).toBe(3);
  await vi.advanceTimersByTimeAsync(LOOKING_MS);
  expect(breakdowns.summary?.version).toBe(3);
});
