import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { computeAgreement, getAgreement } from "../api/agreement";
import { getProject } from "../api/endpoints";
import { project } from "../api/samples";
import type { Agreement } from "../api/types";
import { Figures, LOOKING_MS, WORKING_MS } from "./figures.svelte";

vi.mock("../api/agreement");
vi.mock("../api/endpoints");

const settled: Agreement = {
  policy: "mushroom-2025",
  as_of: "2026-11-21T12:03:00Z",
  stale: false,
  saves_since: 0,
  due: false,
  run: { state: "done", done: 4, total: 4, message: "" },
  overall: null,
  languages: [],
};
const working: Agreement = { ...settled, run: { state: "running", done: 1, total: 4, message: "" } };

let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.mocked(getProject).mockResolvedValue(project);
  vi.mocked(getAgreement).mockResolvedValue(settled);
  vi.mocked(computeAgreement).mockResolvedValue(working);
});

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe("the figures", () => {
  test("are read at once and then now and then", async () => {
    const stop = new Figures("harbours").follow();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    expect(computeAgreement).not.toHaveBeenCalled();
    stop();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
  });

  test("are worked out where they are due, and followed closely meanwhile", async () => {
    vi.mocked(getAgreement).mockResolvedValueOnce({ ...settled, due: true });
    const figures = new Figures("harbours");
    const stop = figures.follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(computeAgreement).toHaveBeenCalledWith("harbours", false);
    expect(figures.working).toBe(true);
    await vi.advanceTimersByTimeAsync(WORKING_MS);
    expect(figures.working).toBe(false);
    stop();
  });

  test("are worked out whenever somebody asks", async () => {
    const figures = new Figures("harbours");
    await figures.compute();
    expect(computeAgreement).toHaveBeenCalledWith("harbours", true);
    expect(figures.agreement).toBe(working);
  });

  test("are followed closely as soon as somebody has asked for them", async () => {
    const figures = new Figures("harbours");
    const stop = figures.follow();
    await vi.advanceTimersByTimeAsync(0);
    await figures.compute();
    await vi.advanceTimersByTimeAsync(WORKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    expect(figures.working).toBe(false);
    stop();
  });

  test("are not asked for every second where nobody answers", async () => {
    vi.mocked(getAgreement).mockResolvedValueOnce(working).mockRejectedValueOnce(new Error("no answer"));
    const figures = new Figures("harbours");
    const stop = figures.follow();
    await vi.advanceTimersByTimeAsync(3 * WORKING_MS);
    expect(getAgreement).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(figures.failure).toBeNull();
    expect(figures.working).toBe(false);
    stop();
  });

  test("are left alone while nobody sees them", async () => {
    visibility = "hidden";
    const stop = new Figures("harbours").follow();
    await vi.advanceTimersByTimeAsync(LOOKING_MS);
    expect(getAgreement).not.toHaveBeenCalled();
    stop();
  });

  test("stay on the screen when they cannot be read anew, beside the reason", async () => {
    const figures = new Figures("harbours");
    await figures.read();
    vi.mocked(getAgreement).mockRejectedValueOnce(new Error("no answer"));
    await figures.read();
    expect(figures.agreement).toBe(settled);
    expect(figures.failure).toBeInstanceOf(Error);
  });

  test("are not asked for by an annotator, who may not see them", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, role: "annotator" });
    await new Figures("harbours").read();
    expect(getAgreement).not.toHaveBeenCalled();
  });
});
