import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LATEST_MS, QUIET_MS } from "./saveProtocol";
import { revisionOf, saved, stale, workspace } from "./saveProtocol.testing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a stale revision", () => {
  it("stops saving until the user has chosen", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7));
    edit("ab");
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect([states.at(-1), sent.length]).toEqual(["conflict", 1]);
    expect(await saver.flush()).toBe(false);
  });

  it("sends mine on top of theirs, a submit still as a submit", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(stale(7));
    saver.keepMine();
    expect(sent[1]).toMatchObject({ save_id: "save-1", base_revision: 7, submit: true, content: "a" });
    await answer(saved(8));
    expect(await outcome).toBe("submitted");
  });

  it("keeps theirs", async () => {
    const { saver, sent, states, page, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7));
    edit("ab");
    saver.adoptTheirs();
    expect(page.content).toBe("theirs");
    expect(sent[1]).toMatchObject({ base_revision: 7, submit: false, content: "ab" });
    await answer(saved(8));
    expect(sent[2]).toMatchObject({ base_revision: 8, submit: false, content: "theirs" });
    await answer(saved(9));
    expect([states.at(-1), saver.isUnsent()]).toEqual(["saved", false]);
  });
});

describe("a stale revision with equal content", () => {
  it("is no conflict", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7, "a"));
    expect([states.at(-1), saver.isUnsent()]).toEqual(["saved", false]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ base_revision: 7, content: "b" });
  });

  it("is submitted if it was not", async () => {
    const { saver, sent, answer, edit } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(stale(7, "a"));
    expect(sent[1]).toMatchObject({ base_revision: 7, submit: true, content: "a" });
    await answer(saved(8));
    expect(await outcome).toBe("submitted");
  });

  it("counts as submitted if another tab submitted it", async () => {
    const { saver, sent, answer, edit } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(stale(7, "a", true));
    expect([await outcome, sent.length, saver.isUnsent()]).toEqual(["submitted", 1, false]);
  });

  it("does not count as a submit of other content", async () => {
    const { saver, states, answer, edit } = workspace();
    edit("a");
    void saver.submit();
    edit("b");
    await answer(stale(7, "b"));
    expect(states.at(-1)).toBe("conflict");
  });
});

describe("another tab's save", () => {
  it("is shown if there are no own changes", async () => {
    const { saver, sent, page, edit } = workspace(3);
    saver.follow(revisionOf(4, "theirs"));
    expect(page.content).toBe("theirs");
    saver.follow(revisionOf(4, "late"));
    expect(page.content).toBe("theirs");
    edit("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[0]).toMatchObject({ base_revision: 4, content: "mine" });
  });

  it("does not replace unsent changes", async () => {
    const { saver, sent, page, edit } = workspace(3);
    edit("mine");
    saver.follow(revisionOf(4, "theirs"));
    expect(page.content).toBe("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[0]).toMatchObject({ base_revision: 3 });
  });

  it("is the other version of later conflicts", async () => {
    const { saver, sent, edit, answer } = workspace(3);
    edit("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(4));
    saver.follow(revisionOf(5, "theirs again"));
    saver.keepMine();
    expect(sent[1]).toMatchObject({ base_revision: 5, content: "mine" });
  });
});
