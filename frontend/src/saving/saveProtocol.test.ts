import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LATEST_MS, QUIET_MS } from "./saveProtocol";
import { saved, refused, lost, workspace } from "./saveProtocol.testing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("drafts", () => {
  it("are sent together after two seconds without changes", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
    edit("ab");
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([
      { save_id: "save-1", base_revision: 0, answer_sha256: "sha", submit: false, content: "ab" },
    ]);
    await answer(saved(1));
    expect(states.at(-1)).toBe("saved");
    expect(saver.isUnsent()).toBe(false);
  });

  it("are sent after at most ten seconds", async () => {
    const { sent, edit } = workspace();
    for (let time = 0; time < LATEST_MS; time += 1_000) {
      edit(`${time}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toHaveLength(1);
  });

  it("are sent one at a time, each based on the previous revision", async () => {
    const { sent, stored, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("b");
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect(sent).toHaveLength(1);
    await answer(saved(1));
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ save_id: "save-2", base_revision: 1, content: "b" });
    await answer(saved(2));
    expect(stored).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it("are not sent when every change was undone", async () => {
    const { saver, sent, states, box, edit } = workspace(3);
    edit("a");
    edit("as it was opened");
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect([sent.length, states.at(-1), saver.isUnsent(), box.kept]).toEqual([0, "saved", false, null]);
  });

  it("are not sent when nothing changed", async () => {
    const { saver, sent } = workspace();
    expect(await saver.flush()).toBe(true);
    saver.resume();
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect(sent).toEqual([]);
  });
});

describe("a lost answer", () => {
  it("is requested again with the same body, regardless of later changes", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(lost);
    expect(states.at(-1)).toBe("retrying");
    edit("ab");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent[1]).toEqual(sent[0]);
    await answer(saved(1));
    expect(saver.isUnsent()).toBe(true);
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[2]).toMatchObject({ save_id: "save-2", base_revision: 1, content: "ab" });
  });

  it("is requested at growing intervals, and at once when the network is back", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = sent.length;
      await answer(lost);
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sent).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(before + 1);
    }
    await answer({ kind: "unreachable", because: "server" });
    saver.resume();
    expect(sent).toHaveLength(9);
  });

  it("is requested no earlier than Retry-After", async () => {
    const { sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "unreachable", because: "server", wait: 40_000 });
    await vi.advanceTimersByTimeAsync(39_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  it("keeps its submit", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(lost);
    const outcome = saver.submit();
    expect(sent[1]).toEqual(sent[0]);
    await answer(saved(1));
    expect(sent[2]).toMatchObject({ submit: true, base_revision: 1 });
    await answer(saved(2));
    expect(await outcome).toBe("submitted");
  });
});

describe("an expired login", () => {
  it("keeps the marks and sends them after the next login", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "signed-out" });
    edit("ab");
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect([states.at(-1), sent.length, saver.isUnsent()]).toEqual(["signed-out", 1, true]);
    saver.resume();
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe("a refusal", () => {
  it("is reported, not repeated, and cleared by the next change", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(refused);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([states.at(-1), sent.length, saver.isUnsent()]).toEqual(["refused", 1, true]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ save_id: "save-2", submit: false, content: "b" });
  });

  it("of a submit leaves a draft", async () => {
    const { saver, sent, states, box, edit, answer } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(refused);
    expect(sent[1]).toMatchObject({ base_revision: 0, submit: false, content: "a" });
    await answer(saved(1));
    expect(sent[2]).toMatchObject({ base_revision: 1, submit: true, content: "a" });
    await answer(refused);
    expect(await outcome).toBe("not-submitted");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([states.at(-1), sent.length, saver.changes()]).toEqual(["refused", 3, 0]);
    // The submit waits until the person has seen to it.
    expect(box.kept).toMatchObject({ steps: [{ submit: true, content: "a" }] });
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[3]).toMatchObject({ base_revision: 1, submit: false, content: "b" });
    await answer(saved(2));
    expect(box.kept).toBeNull();
  });

  it("of a submit is cleared by the next one", async () => {
    const { saver, sent, answer } = workspace();
    void saver.submit();
    await answer(refused);
    const outcome = saver.submit();
    expect(sent[1]).toMatchObject({ submit: true });
    await answer(saved(1));
    expect(await outcome).toBe("submitted");
  });

  it("of a used id is answered with a new id", async () => {
    const { sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "refused", refusal: { code: "save_id_reused", detail: "", errors: [] } });
    expect(sent[1]).toMatchObject({ save_id: "save-2", content: "a" });
  });

  it("does not block later changes", async () => {
    const { sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("b");
    await answer(refused);
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ content: "b" });
  });
});

describe("a submit", () => {
  it("sends everything at once, also when no draft is waiting", async () => {
    const { saver, sent, answer } = workspace();
    const outcome = saver.submit();
    expect(sent[0]).toMatchObject({ submit: true });
    await answer(saved(1));
    expect(await outcome).toBe("submitted");
  });

  it("waits for the draft under way", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("b");
    const outcome = saver.submit();
    expect(sent).toHaveLength(1);
    await answer(saved(1));
    expect(sent[1]).toMatchObject({ submit: true, base_revision: 1, content: "b" });
    await answer(saved(2));
    expect(await outcome).toBe("submitted");
  });

  it("submits the content at the time of the click", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("ab");
    const outcome = saver.submit();
    edit("abc");
    await answer(saved(1));
    expect(sent[1]).toMatchObject({ submit: true, content: "ab" });
    await answer(saved(2));
    expect(await outcome).toBe("changed");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[2]).toMatchObject({ submit: false, content: "abc" });
  });

  it("is sent once for several clicks", async () => {
    const { saver, sent, answer } = workspace();
    const outcomes = [saver.submit(), saver.submit()];
    await answer(lost);
    outcomes.push(saver.submit());
    await answer(saved(1));
    expect(await Promise.all(outcomes)).toEqual(["submitted", "submitted", "submitted"]);
    expect(new Set(sent.map(({ save_id }) => save_id)).size).toBe(1);
  });

  it("reports later edits", async () => {
    const { saver, edit, answer } = workspace();
    const outcome = saver.submit();
    edit("b");
    await answer(saved(1));
    expect(await outcome).toBe("changed");
    expect(saver.isUnsent()).toBe(true);
  });
});

describe("leaving", () => {
  it("sends all unsent changes first", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    const done = saver.flush();
    edit("b");
    await answer(saved(1));
    expect(sent[1]).toMatchObject({ content: "b" });
    await answer(saved(2));
    expect(await done).toBe(true);
  });

  it("reports unsent changes", async () => {
    const { saver, edit, answer } = workspace();
    edit("a");
    const done = saver.flush();
    await answer(lost);
    expect(await done).toBe(false);
  });

  it("ends every timer and ignores late answers", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    saver.dispose();
    await answer(lost);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent.length, states.at(-1)]).toEqual([1, "sending"]);
  });
});
