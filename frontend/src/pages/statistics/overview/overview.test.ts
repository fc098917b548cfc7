import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getProject } from "../../../api/endpoints";
import { getItems } from "../../../api/items";
import { getSummary } from "../../../api/summary";
import { problemOf } from "../../../api/problem";
import { project, summary } from "../../../api/samples";
import { openSummarySocket } from "./summarySocket";
import { Overview, REFRESH_SECONDS } from "./overview.svelte";

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

describe("the figures", () => {
  test("are read at once and every few seconds after that", async () => {
    const stop = new Overview("harbours").follow();
    await vi.advanceTimersByTimeAsync(2 * REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
  });

  test("are left alone while nobody sees them, and read at once when somebody does", async () => {
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

  test("stay on the screen when they cannot be read anew, beside the reason", async () => {
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

  test("are not asked for twice at the same moment", async () => {
    const overview = new Overview("harbours");
    await Promise.all([overview.refresh(), overview.refresh()]);
    expect(getSummary).toHaveBeenCalledTimes(1);
  });

  test("are not asked for by an annotator, who may not see them", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
    const overview = new Overview("harbours");
    await overview.refresh();
    expect(overview.project?.role).toBe("annotator");
    expect(getSummary).not.toHaveBeenCalled();
  });
});

test("the worst items are read again only when the project has changed, and not at once each time", async () => {
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

test("without the worst items the figures stand all the same, and the line is opened", async () => {
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

describe("while the line holds", () => {
  let overview: Overview;
  let stop: () => void;

  beforeEach(async () => {
    overview = new Overview("harbours");
    stop = overview.follow();
    await vi.advanceTimersByTimeAsync(0);
  });

  afterEach(() => stop());

  test("what it brings is shown, and nothing is asked for", async () => {
    expect(overview.line).toBe("opening");
    line().heard({ ...summary, version: 2 });
    expect([overview.line, overview.summary?.version]).toEqual(["live", 2]);
    await vi.advanceTimersByTimeAsync(3 * REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(1);
    expect(getItems).toHaveBeenCalledTimes(2);
  });

  test("an older answer does not take its place", async () => {
    line().heard({ ...summary, version: 3 });
    await overview.refresh();
    expect(overview.summary?.version).toBe(3);
  });

  test("a loss is told, and bridged by questions until it is back", async () => {
    line().heard(summary);
    line().lost(1);
    expect(overview.line).toBe("lost");
    expect(overview.lostAt).toBe(Date.now());
    await vi.advanceTimersByTimeAsync(REFRESH_SECONDS * 1000);
    expect(getSummary).toHaveBeenCalledTimes(3);
    line().heard({ ...summary, version: 2 });
    expect([overview.line, overview.lostAt]).toEqual(["live", null]);
  });

  test("where none was ever had, it is not called lost", () => {
    for (const times of [1, 2, 3]) line().lost(times);
    expect(overview.line).toBe("lost");
    line().lost(4);
    expect(overview.line).toBe("none");
  });

  test("whoever may not see the figures any more is not connected again", async () => {
    const gone = new Response('{"status": 404}', { status: 404 });
    vi.mocked(getSummary).mockRejectedValue(await problemOf(gone));
    line().lost(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(endLine).toHaveBeenCalled();
    expect(openSummarySocket).toHaveBeenCalledTimes(1);
  });

  test("whoever may see them again is connected again", async () => {
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
