import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QUIET_MS, type SaveBody } from "./saveProtocol";
import { saved, stale, refused, workspace } from "./saveProtocol.testing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("content that the server may lack", () => {
  const step = { save_id: "save-1", submit: false, content: "a", changes: 1 };

  it("is kept from the first change until the acknowledgement", async () => {
    const { box, edit, answer } = workspace(3);
    edit("a");
    expect(box.kept).toEqual({ base_revision: 3, steps: [], content: "a", changes: 1 });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(box.kept).toEqual({ base_revision: 3, steps: [step], content: null, changes: 0 });
    edit("ab");
    edit("abc");
    expect(box.kept).toEqual({ base_revision: 3, steps: [step], content: "abc", changes: 2 });
    await answer(saved(4));
    expect(box.kept).toEqual({ base_revision: 4, steps: [], content: "abc", changes: 2 });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(saved(5));
    expect(box.kept).toBeNull();
  });

  it("is kept after a refusal and during a conflict", async () => {
    const { saver, box, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(refused);
    expect(box.kept).toEqual({ base_revision: 0, steps: [], content: "a", changes: 1 });
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7));
    edit("bc");
    expect(box.kept).toMatchObject({ base_revision: 0, steps: [{ content: "b" }], content: "bc" });
    saver.adoptTheirs();
    expect(box.kept).toMatchObject({ base_revision: 7, steps: [{ content: "bc" }, { content: "theirs" }] });
  });

  it("is kept when the page is left before sending", () => {
    const { saver, box, edit } = workspace();
    edit("a");
    saver.dispose();
    expect(box.kept).toMatchObject({ content: "a" });
  });

  it("includes an unsent submit", async () => {
    const { saver, box, edit } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("ab");
    void saver.submit();
    expect(box.kept).toMatchObject({ steps: [step, { submit: true, content: "ab" }], content: null });
  });
});

describe("a page that finds a stored draft", () => {
  const step = { save_id: "earlier", submit: false, content: "a", changes: 1 };
  const request: SaveBody<string> = {
    save_id: "earlier",
    base_revision: 3,
    answer_sha256: "sha",
    submit: false,
    content: "a",
  };

  it("sends it at once, based on its own revision", async () => {
    const { saver, sent, box, answer } = workspace(3, {
      base_revision: 3,
      steps: [],
      content: "a",
      changes: 1,
    });
    saver.start();
    expect(sent).toMatchObject([{ save_id: "save-1", base_revision: 3, content: "a" }]);
    await answer(saved(4));
    expect(box.kept).toBeNull();
  });

  it("asks the user if the server has newer content", async () => {
    const { saver, states, box, answer } = workspace(5, {
      base_revision: 3,
      steps: [],
      content: "a",
      changes: 1,
    });
    saver.start();
    await answer(stale(5));
    expect([states.at(-1), box.kept?.steps]).toMatchObject(["conflict", [{ content: "a" }]]);
  });

  it("repeats a request that may have arrived, and only then sends the rest", async () => {
    const { saver, sent, states, answer } = workspace(4, {
      base_revision: 3,
      steps: [step],
      content: "ab",
      changes: 1,
    });
    saver.start();
    expect(sent[0]).toEqual(request);
    await answer(saved(4));
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ save_id: "save-1", base_revision: 4, content: "ab" });
    await answer(saved(5));
    expect(states.at(-1)).toBe("saved");
  });

  it("keeps content that was stored after an acknowledged request", async () => {
    const { saver, states, stored, page, box, edit, answer, sent } = workspace(6, {
      base_revision: 3,
      steps: [step],
      content: null,
      changes: 0,
    });
    saver.start();
    await answer(saved(4));
    expect([page.content, stored, states.at(-1), box.kept]).toEqual(["as it was opened", [], "saved", null]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ base_revision: 6 });
  });

  it("sends a pending submit, and later changes as a draft", async () => {
    const { saver, sent, answer } = workspace(3, {
      base_revision: 3,
      steps: [{ ...step, submit: true }],
      content: "ab",
      changes: 1,
    });
    saver.start();
    await answer(saved(4));
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent.map(({ submit, content }) => [submit, content])).toEqual([
      [true, "a"],
      [false, "ab"],
    ]);
  });

  it("does nothing without a stored draft", () => {
    const { saver, sent } = workspace(3);
    saver.start();
    expect(sent).toEqual([]);
  });
});
