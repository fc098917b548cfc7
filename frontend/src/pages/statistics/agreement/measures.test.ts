import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { computeAgreement, getAgreement } from "../../../api/agreement";
import { getProject } from "../../../api/endpoints";
import { ApiProblem } from "../../../api/problem";
import { project, summary } from "../../../api/samples";
import type { Agreement } from "../../../api/types";
import { openSummarySocket } from "../overview/summarySocket";
import { AgreementState, LISTENING_MS, LOOKING_MS, NEWS_MS, WORKING_MS } from "./measures.svelte";

vi.mock("../../../api/agreement");
vi.mock("../../../api/endpoints");
vi.mock("../overview/summarySocket");

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

const endLine = vi.fn();
function line() {
  const call = vi.mocked(openSummarySocket).mock.lastCall;
  if (!call) throw new Error("no line was opened");
  return call[1];
}
const news = (version: number) => ({ ...summary, version });

let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.mocked(getProject).mockResolvedValue(project);
  vi.mocked(getAgreement).mockResolvedValue(settled);
  vi.mocked(computeAgreement).mockResolvedValue(working);
  vi.mocked(openSummarySocket).mockReturnValue(endLine);
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe("the statistics", () => {
  test("are loaded at once and then polled", async () => {
    const stop = new AgreementState("harbours").follow();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    expect(computeAgreement).not.toHaveBeenCalled();
    stop();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
  });

  test("are computed if outdated, with fast polling until then", async () => {
    vi.mocked(getAgreement).mockResolvedValueOnce({ ...settled, due: true });
    const state = new AgreementState("harbours");
    const stop = state.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(computeAgreement).toHaveBeenCalledWith("harbours", false);
    expect(state.working).toBe(true);
    await vi.advanceTimersByTimeAsync(WORKING_MS);
    expect(state.working).toBe(false);
    stop();
  });

  test("are computed on request", async () => {
    const state = new AgreementState("harbours");
    await state.compute();
    expect(computeAgreement).toHaveBeenCalledWith("harbours", true);
    expect(state.agreement).toBe(working);
  });

  test("are polled fast after a request", async () => {
    const state = new AgreementState("harbours");
    const stop = state.follow();
    await vi.advanceTimersByTimeAsync(0);
    await state.compute();
    await vi.advanceTimersByTimeAsync(WORKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    expect(state.working).toBe(false);
    stop();
  });

  test("are not polled fast while the server is unreachable", async () => {
    vi.mocked(getAgreement).mockResolvedValueOnce(working).mockRejectedValueOnce(new Error("no answer"));
    const state = new AgreementState("harbours");
    const stop = state.follow();
    await vi.advanceTimersByTimeAsync(3 * WORKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(state.failure).toBeNull();
    expect(state.working).toBe(false);
    stop();
  });

  test("are not polled on a hidden page", async () => {
    visibility = "hidden";
    const stop = new AgreementState("harbours").follow();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).not.toHaveBeenCalled();
    stop();
  });

  test("stay on the screen with the reason if they cannot be reloaded", async () => {
    const state = new AgreementState("harbours");
    await state.read();
    vi.mocked(getAgreement).mockRejectedValueOnce(new Error("no answer"));
    await state.read();
    expect(state.agreement).toBe(settled);
    expect(state.failure).toBeInstanceOf(Error);
  });

  test("are not requested by an annotator, who has no access", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
    await new AgreementState("harbours").read();
    expect(getAgreement).not.toHaveBeenCalled();
  });
});

describe("while connected", () => {
  async function followed() {
    const onsummary = vi.fn();
    const state = new AgreementState("harbours", undefined, onsummary);
    const stop = state.follow();
    await vi.advanceTimersByTimeAsync(0);
    line().heard(news(1));
    return { state, onsummary, stop };
  }

  test("nothing is requested without changes", async () => {
    const { state, stop } = await followed();
    expect(state.line).toBe("live");
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    line().heard(news(1));
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(LISTENING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    stop();
    expect(endLine).toHaveBeenCalled();
  });

  test("a change is loaded at once, further ones at intervals", async () => {
    const { state, onsummary, stop } = await followed();
    await vi.advanceTimersByTimeAsync(NEWS_MS);
    vi.mocked(getAgreement).mockResolvedValue({ ...settled, version: 2, stale: true, saves_since: 1 });
    line().heard(news(2));
    await vi.advanceTimersByTimeAsync(0);
    expect(state.agreement?.saves_since).toBe(1);
    vi.mocked(getAgreement).mockResolvedValue({ ...settled, version: 4, stale: true, saves_since: 3 });
    line().heard(news(3));
    line().heard(news(4));
    await vi.advanceTimersByTimeAsync(LOOKING_MS - 1);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect([state.agreement?.saves_since, onsummary.mock.lastCall]).toEqual([3, [news(4)]]);
    expect(getAgreement).toHaveBeenCalledTimes(3);
    stop();
  });

  test("a change during a request is loaded soon after", async () => {
    const { stop } = await followed();
    await vi.advanceTimersByTimeAsync(NEWS_MS);
    let answer: (agreement: Agreement) => void = () => {};
    vi.mocked(getAgreement).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    line().heard(news(2));
    await vi.advanceTimersByTimeAsync(0);
    line().heard(news(3));
    answer({ ...settled, version: 2 });
    await vi.advanceTimersByTimeAsync(NEWS_MS);
    expect(getAgreement).toHaveBeenCalledTimes(3);
    stop();
  });

  test("polls after the connection is lost, until it is back", async () => {
    const { state, stop } = await followed();
    line().lost(1);
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect([state.line, vi.mocked(getAgreement).mock.calls.length]).toEqual(["lost", 3]);
    line().heard(news(1));
    expect([state.line, state.lostAt]).toEqual(["live", null]);
    stop();
  });

  test("a hidden tab does not ask why the connection was lost until it is visible", async () => {
    const { state, stop } = await followed();
    visibility = "hidden";
    line().lost(1);
    await vi.advanceTimersByTimeAsync(LISTENING_MS);
    expect([state.line, vi.mocked(getAgreement).mock.calls.length]).toEqual(["lost", 1]);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.mocked(getAgreement).mock.calls.length).toBeGreaterThan(1);
    stop();
  });

  test.each([401, 403, 404])("without access (%i) the connection stays closed", async (status) => {
    const { stop } = await followed();
    const refused = { type: "about:blank", title: "No", status, detail: "Leads only.", errors: [] };
    vi.mocked(getAgreement).mockRejectedValue(new ApiProblem(refused));
    line().lost(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(endLine).toHaveBeenCalledTimes(1);
    stop();
  });

  test("an annotator opens no connection", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
    const stop = new AgreementState("harbours").follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(openSummarySocket).not.toHaveBeenCalled();
    stop();
  });
});
