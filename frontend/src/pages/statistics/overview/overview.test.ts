import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getProject } from "../../../api/endpoints";
import { getItems } from "../../../api/items";
import { getSummary } from "../../../api/summary";
import { problemOf } from "../../../api/problem";
import { project, summary } from "../../../api/samples";
import { openSummarySocket } from "./summarySocket";
import { Overview, REFRESH_SECONDS } from "./overview.svelte";

vi.mock("../../../api/agreement");
vi.mock("../../../api/endpoints");
vi.mock("../../../api/items");
vi.mock("../../../api/summary");
vi.mock("./summarySocket");

const endLine = vi.fn();
function line() {
  const call = vi.mocked(openSummarySocket).mock.lastCall;
  if (!call) throw new Error("no line was opened");
  return call[1];
}

let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.mocked(getProject).mockResolvedValue(project);
  vi.mocked(getSummary).mockResolvedValue(summary);
  vi.mocked(getItems).mockResolvedValue({ results: [], next: null });
  vi.mocked(openSummarySocket).mockReturnValue(endLine);
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe("the measures of labels", () => {
  const labelled = { ...project, scheme: { ...project.scheme, uses_spans: false } };
  const measures = {
    policy: "mushroom-2025",
    version: 1,
    as_of: null,
    stale: true,
    saves_since: 0,
    due: true,
    run: null,
    overall: null,
    languages: [],
  };
  const running = {
    ...measures,
    due: false,
    run: { state: "running" as const, done: 0, total: 1, message: "" },
  };
  const done = { ...running, stale: false, run: { state: "done" as const, done: 1, total: 1, message: "" } };

  test("are not asked for where the scheme has spans", async () => {
    await new Overview("harbours").refresh();
    expect(getAgreement).not.toHaveBeenCalled();
  });

  test("are computed if they are due, and asked for until they are there", async () => {
    vi.mocked(getProject).mockResolvedValue(labelled);
    vi.mocked(getAgreement).mockResolvedValueOnce(measures).mockResolvedValue(done);
    vi.mocked(computeAgreement).mockResolvedValue(running);
    const overview = new Overview("harbours");
    const stop = overview.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect([overview.computing, vi.mocked(computeAgreement).mock.calls]).toEqual([
      true,
      [["harbours", false]],
    ]);
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect([overview.computing, overview.labels]).toEqual([false, done]);
    await vi.advanceTimersByTimeAsync(3 * REFRESH_SECONDS * 1000);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    stop();
  });

  test("are computed again on request", async () => {
    vi.mocked(computeAgreement).mockResolvedValue(running);
    const overview = new Overview("harbours");
    await overview.computeLabels();
    expect(computeAgreement).toHaveBeenCalledWith("harbours", true);
    expect(overview.computing).toBe(true);
  });
});

describe("the statistics", () => {
  test("are read at once and every few seconds after that", async () => {
    const stop = new Overview("harbours").follow();
    await vi.advanceTimersByTimeAsync(2 * REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
  });

  test("are not polled on a hidden page, and at once when it is visible", async () => {
    visibility = "hidden";
    const stop = new Overview("harbours").follow();
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(getSummary).not.toHaveBeenCalled();
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(getSummary).toHaveBeenCalledTimes(1);
    stop();
  });

  test("stay on the screen with the reason if they cannot be reloaded", async () => {
    const overview = new Overview("harbours");
    await overview.refresh();
    const refusal = new Error("no answer");
    vi.mocked(getSummary).mockRejectedValueOnce(refusal);
    await overview.refresh();
    expect(overview.summary).toEqual(summary);
    expect(overview.failure).toBe(refusal);
    expect(overview.missed).toBe(1);
    await overview.refresh();
    expect(overview.failure).toBeNull();
    expect(overview.missed).toBe(0);
  });

  test("are not requested twice at the same time", async () => {
    const overview = new Overview("harbours");
    await Promise.all([overview.refresh(), overview.refresh()]);
    expect(getSummary).toHaveBeenCalledTimes(1);
  });

  test("are not requested by an annotator, who has no access", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
    const overview = new Overview("harbours");
    await overview.refresh();
    expect(overview.project?.role).toBe("annotator");
    expect(getSummary).not.toHaveBeenCalled();
  });
});

test("the worst items are reloaded only after changes, at most once per interval", async () => {
  const overview = new Overview("harbours");
  await overview.refresh();
  await overview.refresh();
  expect(getItems).toHaveBeenCalledTimes(1);
  vi.mocked(getSummary).mockResolvedValue({ ...summary, version: 2 });
  await overview.refresh();
  expect(getItems).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(REFRESH_SECONDS * 1000);
  await overview.refresh();
  expect(getItems).toHaveBeenCalledTimes(2);
});

test("without the worst items the statistics are shown and the connection is opened", async () => {
  vi.mocked(getItems).mockRejectedValueOnce(new Error("no answer"));
  const overview = new Overview("harbours");
  const stop = overview.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect([overview.failure, overview.worstFailure]).toEqual([null, new Error("no answer")]);
  line().heard(summary);
  await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
  expect(overview.worstFailure).toBeNull();
  stop();
});

describe("while connected", () => {
  let overview: Overview;
  let stop: () => void;

  beforeEach(async () => {
    overview = new Overview("harbours");
    stop = overview.follow();
    await vi.advanceTimersByTimeAsync(0);
  });

  afterEach(() => stop());

  test("received statistics are shown without polling", async () => {
    expect(overview.line).toBe("opening");
    line().heard({ ...summary, version: 2 });
    expect([overview.line, overview.summary?.version]).toEqual(["live", 2]);
    await vi.advanceTimersByTimeAsync(3 * REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(1);
    expect(getItems).toHaveBeenCalledTimes(2);
  });

  test("a late older response is ignored", async () => {
    line().heard({ ...summary, version: 3 });
    await overview.refresh();
    expect(overview.summary?.version).toBe(3);
  });

  test("a loss is reported and bridged by polling", async () => {
    line().heard(summary);
    line().lost(1);
    expect(overview.line).toBe("lost");
    expect(overview.lostAt).toBe(Date.now());
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
    line().heard({ ...summary, version: 2 });
    expect([overview.line, overview.lostAt]).toEqual(["live", null]);
  });

  test("a connection that never opened is not lost", () => {
    for (const times of [1, 2, 3]) line().lost(times);
    expect(overview.line).toBe("lost");
    line().lost(4);
    expect(overview.line).toBe("none");
  });

  test("does not reconnect without access", async () => {
    const gone = new Response('{"status": 404}', { status: 404 });
    vi.mocked(getSummary).mockRejectedValue(await problemOf(gone));
    line().lost(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(endLine).toHaveBeenCalled();
    expect(openSummarySocket).toHaveBeenCalledTimes(1);
  });

  test("reconnects when access is back", async () => {
    const refused = new Response('{"status": 403}', { status: 403 });
    vi.mocked(getSummary).mockRejectedValueOnce(await problemOf(refused));
    line().lost(1);
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(openSummarySocket).toHaveBeenCalledTimes(2);
    line().heard(summary);
    expect(overview.line).toBe("live");
  });

  test("it ends with the page", () => {
    stop();
    expect(endLine).toHaveBeenCalled();
  });
});
