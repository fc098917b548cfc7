import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { giveVerdict, nextQuestion, undoVerdict } from "../../api/creation";
import { getProject } from "../../api/endpoints";
import { ApiProblem, NetworkFailure } from "../../api/problem";
import type { CreationState } from "../../api/types";
import CreationPage from "./CreationPage.svelte";
import { stubResizeObserver } from "../../shared/tables/noLayout.testing";

vi.mock("../../api/creation", () => ({
  candidatesExport: () => "/export",
  giveVerdict: vi.fn(),
  nextQuestion: vi.fn(),
  undoVerdict: vi.fn(),
}));
vi.mock("../../api/endpoints", () => ({ getProject: vi.fn() }));

const progress = { questions: 10, accepted: 2, unusable: 1, ran_out: 0 };

function state(question: number, rejected = 0, part: Partial<CreationState> = {}): CreationState {
  return {
    question: {
      id: question,
      language: "ar",
      direction: "rtl",
      text: `Question ${question}?`,
      reference: null,
      reference_url: "https://example.org/page",
      candidate: { id: 10 * question + rejected, answer: `Answer ${rejected}` },
      candidates: 4,
      rejected,
    },
    reason: "",
    progress,
    last: null,
    ...part,
  };
}

const problem = (code: string, status = 409) =>
  new ApiProblem({ type: `urn:morel:problem:${code}`, title: code, status, detail: code, errors: [] });

let page: Record<string, unknown>;

const text = () => document.body.textContent.replace(/\s+/g, " ");
const idsSent = () => vi.mocked(giveVerdict).mock.calls.map(([, { verdict_id }]) => verdict_id);

async function settled() {
  for (let turn = 0; turn < 10; turn += 1) await tick();
  flushSync();
}

async function press(key: string, more: KeyboardEventInit = {}) {
  document.dispatchEvent(
    new KeyboardEvent("keydown", {
      key,
      code: `Key${key.toUpperCase()}`,
      bubbles: true,
      cancelable: true,
      ...more,
    }),
  );
  await settled();
}

beforeEach(async () => {
  vi.useFakeTimers();
  // jsdom has no layout.
  vi.stubGlobal("scrollTo", vi.fn());
  stubResizeObserver();
  vi.mocked(getProject).mockRejectedValue(new NetworkFailure("none"));
  vi.mocked(nextQuestion).mockResolvedValue(state(1));
  page = mount(CreationPage, { target: document.body, props: { slug: "chosen" } });
  await settled();
});

afterEach(async () => {
  await unmount(page);
  document.body.replaceChildren();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the page on which candidates are chosen", () => {
  test("shows question, candidate, reference and progress, in the direction of the language", () => {
    expect(text()).toContain("3 of 10 questions");
    expect(text()).toContain("Candidate 1 of 4");
    expect(document.querySelector("h1")?.getAttribute("dir")).toBe("rtl");
    expect(document.querySelector("[data-testid=candidate]")?.textContent.trim()).toBe("Answer 0");
    expect(document.querySelector(".ref a")?.getAttribute("href")).toBe("https://example.org/page");
  });

  test("sends verdicts by their keys, and none for a key that is held down", async () => {
    vi.mocked(giveVerdict).mockResolvedValue(state(1, 1));
    await press("r");
    expect(text()).toContain("Candidate 2 of 4");
    expect(document.activeElement?.textContent.trim()).toBe("Candidate 2 of 4");
    await press("a", { repeat: true });
    vi.mocked(giveVerdict).mockResolvedValue(state(2));
    await press("n");
    expect(document.activeElement?.textContent.trim()).toBe("Question 2?");
    expect(vi.mocked(giveVerdict).mock.calls.map(([, { kind, candidate }]) => [kind, candidate])).toEqual([
      ["reject", 10],
      ["unusable", 11],
    ]);
  });

  test("keeps a verdict that was not confirmed, and sends the same one again", async () => {
    vi.mocked(giveVerdict).mockRejectedValueOnce(new NetworkFailure("cut"));
    await press("a");
    expect(text()).toContain("Not saved yet");
    await press("r");
    expect(idsSent()).toHaveLength(1);
    vi.mocked(giveVerdict).mockResolvedValue(state(2));
    await vi.advanceTimersByTimeAsync(5_000);
    await settled();
    expect(text()).toContain("Question 2?");
    expect(text()).not.toContain("Not saved yet");
    expect(idsSent()).toHaveLength(2);
    expect(new Set(idsSent()).size).toBe(1);
  });

  test("says that somebody else has the question, and shows the next one", async () => {
    vi.mocked(giveVerdict).mockRejectedValue(problem("held"));
    vi.mocked(nextQuestion).mockResolvedValue(state(5));
    await press("a");
    expect(text()).toContain("someone else is working on this question now");
    expect(text()).toContain("Question 5?");
  });

  test("undoes the latest verdict, and says why it cannot", async () => {
    const last = { id: 7, kind: "accept", question: "Question 1?", made_at: "2026-01-01T00:00:00Z" } as const;
    vi.mocked(giveVerdict).mockResolvedValue(state(2, 0, { last }));
    await press("a");
    vi.mocked(undoVerdict).mockRejectedValueOnce(problem("annotated"));
    await press("z", { ctrlKey: true });
    expect(text()).toContain("the item has been annotated");
    vi.mocked(undoVerdict).mockResolvedValue(state(1));
    await press("z", { ctrlKey: true });
    expect(undoVerdict).toHaveBeenCalledWith("chosen", 7);
    expect(text()).toContain("Question 1?");
    expect(text()).not.toContain("the item has been annotated");
  });

  test("says what to do where there is no question", async () => {
    vi.mocked(giveVerdict).mockResolvedValue({ question: null, reason: "done", progress, last: null });
    await press("a");
    expect(text()).toContain("All questions are decided");
    expect(text()).toContain("2 have an item, 1 have no usable output, 0 ran out of candidates.");
  });
});
