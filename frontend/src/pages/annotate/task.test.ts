import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saveAnnotation } from "../../api/endpoints";
import { ApiProblem } from "../../api/problem";
import type { Content, Save, WorkItem } from "../../api/types";
import { QUIET_MS, type Draft } from "../../saving/saveProtocol";
import { Task } from "./task.svelte";

vi.mock("../../api/endpoints", () => ({ saveAnnotation: vi.fn(), getWork: vi.fn() }));

const content = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
};
const item: WorkItem = {
  id: 7,
  external_id: "x",
  language: "en",
  spelling: "EN",
  direction: "ltr",
  question: "Who?",
  answer: "The 🙂 red tower",
  claims: null,
  segmenter: "",
  answer_sha256: "sha",
  reference: null,
  reference_url: "",
  images: [],
  scheme_version: 1,
  assigned: "reserved",
  reopened: null,
  unread: 0,
  previous: null,
  next: null,
  annotation: {
    revision: 0,
    submitted_revision: null,
    status: "new",
    surplus: false,
    saved_at: null,
    content,
  },
};
const scheme = {
  version: 1,
  uses_spans: true,
  unit: "characters" as const,
  evidence: "off" as const,
  consistency_rules: [],
  span_labels: [
    { name: "h", text: "Hallucination", color: 1, key: "1", texts: {} },
    { name: "o", text: "Other", color: 6, key: "2", texts: {} },
  ],
  item_labels: [
    {
      name: "tone",
      text: "Tone",
      texts: {},
      required: false,
      choices: [{ name: "warm", text: "Warm", key: "3", texts: {} }],
    },
  ],
};

/** Stores what it is sent, but refuses addresses outside of Wikipedia. */
function store(save: Save) {
  const bad = save.content.links.findIndex(({ url }) => !url.includes("wikipedia"));
  if (bad >= 0) {
    const errors = [
      { pointer: `/content/links/${bad}/url`, code: "not_wikipedia", detail: "Not Wikipedia." },
    ];
    throw new ApiProblem({ type: "", title: "Invalid", status: 422, detail: "", errors });
  }
  const revision = save.base_revision + 1;
  const annotation = { ...item.annotation, revision, content: save.content, saved_at: "now" };
  return { annotation };
}

let task: Task;

function taskWith(kept: Draft<Content> | null): Task {
  const context = { slug: "harbours", item, scheme, person: "ada" };
  return new Task(context, kept);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(saveAnnotation).mockImplementation(async (_slug, _id, save) => Promise.resolve(store(save)));
  task = taskWith(null);
});
afterEach(() => {
  task.dispose();
  vi.useRealTimers();
});

describe("marking", () => {
  it("selects the new mark and keeps its label for the next", () => {
    task.press("2");
    task.mark({ start: 6, end: 9 });
    expect(task.marking.spans).toMatchObject([{ start: 6, end: 9, label: "o" }]);
    expect(task.selected?.id).toBe(task.spans[0]?.id);
    expect(task.quote({ start: 4, end: 9 })).toBe("🙂 red");
  });

  it("gives the selected mark the label whose key is pressed", () => {
    task.mark({ start: 6, end: 9 });
    expect(task.press("2")).toBe(true);
    expect(task.selected?.label).toBe("o");
  });

  it("steps an edge by whole graphemes and never past the other", () => {
    task.mark({ start: 4, end: 5 });
    task.stepEdge("end", -1);
    task.stepEdge("start", -1);
    expect(task.selected).toMatchObject({ start: 3, end: 5 });
  });
});

describe("a scheme without spans", () => {
  it("marks nothing, so that the server has nothing to refuse", () => {
    const judging = { ...scheme, uses_spans: false, span_labels: [] };
    const judged = new Task({ slug: "harbours", item, scheme: judging, person: "ada" }, null);
    judged.mark({ start: 6, end: 9 });
    expect([judged.spans, judged.canUndo]).toEqual([[], false]);
    judged.dispose();
  });
});

describe("nothing to mark", () => {
  it("must be confirmed while there are marks, and is undone with them", () => {
    task.mark({ start: 6, end: 9 });
    task.askNothingToMark(true);
    expect([task.asking, task.marking.nothing_to_mark]).toEqual([true, false]);
    expect(task.submit()).toBeNull();
    task.setNothingToMark(true);
    expect([task.spans.length, task.marking.nothing_to_mark]).toEqual([0, true]);
    task.undo();
    expect([task.spans.length, task.marking.nothing_to_mark]).toEqual([1, false]);
  });

  it("is cleared by a mark, with a message", () => {
    task.askNothingToMark(true);
    task.mark({ start: 6, end: 9 });
    expect([task.cleared, task.marking.nothing_to_mark]).toEqual([true, false]);
  });
});

describe("a key of a choice", () => {
  it("sets it, and clears an optional one", () => {
    task.press("3");
    expect(task.marking.labels).toEqual({ tone: "warm" });
    task.press("3");
    expect(task.marking.labels).toEqual({});
    expect(task.press("9")).toBe(false);
  });
});

describe("a link that the server refuses", () => {
  it("returns to its field, and everything else is saved", async () => {
    task.addLink("https://example.org/x");
    task.mark({ start: 6, end: 9 });
    await vi.advanceTimersByTimeAsync(2 * QUIET_MS);
    expect(task.linkProblem).toEqual({
      url: "https://example.org/x",
      code: "not_wikipedia",
      detail: "Not Wikipedia.",
    });
    expect(task.marking.links).toEqual([]);
    expect(task.saveState).toEqual({ kind: "saved", at: "now" });
    expect(task.annotation.content.spans).toHaveLength(1);
  });
});

describe("a comment", () => {
  it("contains only characters that every file format supports", () => {
    task.setComment("a\0b\ud83d c\ud83d\ude42");
    expect(task.marking.comment).toBe("a\ufffdb\ufffd c\ud83d\ude42");
  });
});

describe("evidence that the scheme no longer has", () => {
  it("does not block saving the rest", async () => {
    const errors = [{ pointer: "/content/evidence", code: "not_used", detail: "No evidence." }];
    vi.mocked(saveAnnotation).mockImplementation(async (_slug, _id, save) => {
      if (save.content.evidence?.length)
        throw new ApiProblem({ type: "", title: "Invalid", status: 422, detail: "", errors });
      return Promise.resolve(store(save));
    });
    task.mark({ start: 6, end: 9 });
    const span = task.selected?.id ?? "";
    task.attach({
      span,
      kind: "silent",
      snapshot: null,
      start: 0,
      end: 0,
      exact: "",
      prefix: "",
      suffix: "",
    });
    await vi.advanceTimersByTimeAsync(2 * QUIET_MS);
    expect(task.saveState).toEqual({ kind: "saved", at: "now" });
    expect(task.annotation.content.spans).toHaveLength(1);
    expect(task.marking.evidence).toEqual([]);
  });
});

describe("what is missing", () => {
  it("is shown at a submit until it is there", () => {
    expect(task.missing.marks).toBe(false);
    expect(task.submit()).toBeNull();
    expect(task.missing.marks).toBe(true);
    task.mark({ start: 6, end: 9 });
    expect(task.missing.marks).toBe(false);
  });
});

describe("a draft of an earlier page", () => {
  it("is restored and sent; one undo returns to the server's version", async () => {
    task.dispose();
    const spans = [{ id: "s", start: 6, end: 9, label: "h" }];
    task = taskWith({
      base_revision: 0,
      steps: [],
      content: { ...content, spans, active_seconds: 40 },
      changes: 1,
    });
    expect([task.spans.length, task.active.seconds, task.isUnsent()]).toEqual([1, 40, true]);
    await vi.advanceTimersByTimeAsync(0);
    expect(task.annotation.content.spans).toEqual(spans);
    expect(task.isUnsent()).toBe(false);
    task.undo();
    expect(task.spans).toEqual([]);
  });
});
