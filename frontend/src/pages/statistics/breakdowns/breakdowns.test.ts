import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getProject } from "../../../api/endpoints";
import { getSummary } from "../../../api/leading";
import { project, summary } from "../../../api/samples";
import { getTables } from "../../../api/tables";
import type { Agreement, Tables } from "../../../api/types";
import { openSummarySocket } from "../overview/summarySocket";
import { WORKING_MS } from "../agreement/measures.svelte";
import { Breakdowns, LOOKING_MS } from "./breakdowns.svelte";

vi.mock("../../../api/agreement");
vi.mock("../../../api/endpoints");
vi.mock("../../../api/leading");
vi.mock("../../../api/tables");
vi.mock("../overview/summarySocket");

const tables: Tables = {
  policy: "mushroom-2025",
  as_of: "2026-11-21T12:03:00+00:00",
  models: [],
  annotators: [],
  pairs: [],
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
  vi.mocked(getTables).mockResolvedValue(tables);
  vi.mocked(getAgreement).mockResolvedValue(settled);
  vi.mocked(computeAgreement).mockResolvedValue(working);
  vi.mocked(openSummarySocket).mockReturnValue(() => {});
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.resetAllMocks();
});

async function opened(): Promise<Breakdowns> {
  const breakdowns = new Breakdowns("harbours");
  stop = breakdowns.start();
  await vi.advanceTimersByTimeAsync(0);
  return breakdowns;
}

test("the project is asked for once, summary and tables once a minute", async () => {
  await opened();
  expect([getProject, getSummary, getTables].map((call) => vi.mocked(call).mock.calls.length)).toEqual([
    1, 1, 1,
  ]);
  await vi.advanceTimersByTimeAsync(LOOKING_MS);
  expect([getProject, getSummary, getTables].map((call) => vi.mocked(call).mock.calls.length)).toEqual([
    1, 2, 2,
  ]);
});

test("after a run both are read anew", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  expect(breakdowns.running).toBe(true);
  const later = { ...tables, as_of: "2026-11-21T12:09:00+00:00" };
  vi.mocked(getTables).mockResolvedValue(later);
  vi.mocked(getSummary).mockResolvedValue({ ...summary, version: 2 });
  vi.mocked(getAgreement).mockResolvedValue({ ...settled, as_of: "2026-11-21T12:09:00Z" });
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect(breakdowns.running).toBe(false);
  expect([breakdowns.tables, breakdowns.summary?.version]).toEqual([later, 2]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(getTables).toHaveBeenCalledTimes(2);
});

test("a run that failed is told, and the tables stay", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  vi.mocked(getAgreement).mockResolvedValue({
    ...settled,
    run: { state: "failed", done: 1, total: 4, message: "no space left" },
  });
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect([breakdowns.failed, breakdowns.tables]).toEqual(["no space left", tables]);
});

test("a question that is lost while a run goes on does not end the following", async () => {
  const breakdowns = await opened();
  await breakdowns.again();
  vi.mocked(getAgreement).mockRejectedValueOnce(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(WORKING_MS);
  expect(breakdowns.failure).toEqual(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([breakdowns.failure, breakdowns.running]).toEqual([null, false]);
});

test("an annotator asks for none of it", async () => {
  vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
  const breakdowns = await opened();
  expect(breakdowns.project?.role).toBe("annotator");
  expect(getSummary).not.toHaveBeenCalled();
  expect(getAgreement).not.toHaveBeenCalled();
});

test("how far the project is the server tells, and what was asked for before does not take its place", async () => {
  const breakdowns = await opened();
  vi.mocked(openSummarySocket).mock.lastCall?.[1].heard({ ...summary, version: 3 });
  expect(breakdowns.summary?.version).toBe(3);
  await vi.advanceTimersByTimeAsync(LOOKING_MS);
  expect(breakdowns.summary?.version).toBe(3);
});
