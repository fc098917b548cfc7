import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSaver,
  LATEST_MS,
  QUIET_MS,
  type Kept,
  type Revision,
  type SaveBody,
  type SendResult,
} from "./save";

type Result = SendResult<Revision>;
const saved = (revision: number): Result => ({
  kind: "saved",
  annotation: { revision, saved_at: `at ${revision}` },
});
const stale = (revision: number): Result => ({ kind: "stale", current: { revision, saved_at: "elsewhere" } });
const lost: Result = { kind: "unreachable", because: "network" };

/** A page whose content is a string, and a server whose answers the test gives one by one. */
function workspace(revision = 0, kept: Kept<string> | null = null) {
  const page = { content: kept?.content ?? kept?.pending?.content ?? "" };
  const box: { kept: Kept<string> | null } = { kept };
  const sent: SaveBody<string>[] = [];
  const answers: ((result: Result) => void)[] = [];
  const states: string[] = [];
  const stored: [number, boolean][] = [];
  let ids = 0;
  const saver = createSaver<string, Revision>({
    initial: { revision, saved_at: null },
    keeper: { keep: (latest) => (box.kept = latest), clear: () => (box.kept = null) },
    kept,
    answer_sha256: "sha",
    content: () => page.content,
    send: (body) => {
      sent.push(body);
      return new Promise((resolve) => answers.push(resolve));
    },
    newId: () => `save-${(ids += 1)}`,
    onState: (state) => states.push(state.kind),
    onSaved: (annotation, upToDate) => stored.push([annotation.revision, upToDate]),
    onOutdated: () => (page.content = "as it was opened"),
  });
  const edit = (content: string) => {
    page.content = content;
    saver.changed();
  };
  const answer = async (result: Result) => {
    answers.shift()?.(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, sent, states, stored, page, box, edit, answer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("drafts", () => {
  it("go out together after two seconds of quiet", async () => {
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

  it("go out after ten seconds at the latest", async () => {
    const { sent, edit } = workspace();
    for (let time = 0; time < LATEST_MS; time += 1_000) {
      edit(`${time}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(sent).toHaveLength(1);
  });

  it("are one at a time, each on the revision of the one before", async () => {
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

  it("are not sent when nothing changed", async () => {
    const { saver, sent } = workspace();
    expect(await saver.flush()).toBe(true);
    saver.resume();
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect(sent).toEqual([]);
  });
});

describe("a lost answer", () => {
  it("is asked for again with the same body, whatever was changed meanwhile", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(lost);
    expect(states.at(-1)).toBe("retrying");
    edit("ab");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent[1]).toBe(sent[0]);
    await answer(saved(1));
    expect(saver.isUnsent()).toBe(true);
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[2]).toMatchObject({ save_id: "save-2", base_revision: 1, content: "ab" });
  });

  it("is asked for less and less often, and at once when the network is back", async () => {
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

  it("does not forget the submit it was for", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(lost);
    const outcome = saver.submit();
    expect(sent[1]).toBe(sent[0]);
    await answer(saved(1));
    expect(sent[2]).toMatchObject({ submit: true, base_revision: 1 });
    await answer(saved(2));
    expect(await outcome).toBe("submitted");
  });
});

describe("an expired login", () => {
  it("keeps what is marked, and sends it after the next one", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "signed-out" });
    edit("ab");
    await vi.advanceTimersByTimeAsync(LATEST_MS);
    expect([states.at(-1), sent.length, saver.isUnsent()]).toEqual(["signed-out", 1, true]);
    saver.resume();
    expect(sent[1]).toBe(sent[0]);
  });
});

describe("a stale revision", () => {
  it("stops saving until the person has chosen", async () => {
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
    expect(sent[1]).toMatchObject({ save_id: "save-2", base_revision: 7, submit: true, content: "a" });
    await answer(saved(8));
    expect(await outcome).toBe("submitted");
  });

  it("lets theirs stand", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7));
    expect(saver.adoptTheirs()).toMatchObject({ revision: 7 });
    expect([states.at(-1), saver.isUnsent()]).toEqual(["saved", false]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ base_revision: 7 });
  });
});

describe("a refusal", () => {
  it("is told, not repeated, and over with the next change", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer({ kind: "refused", refusal: { detail: "no", errors: [] } });
    expect(await outcome).toBe("not-submitted");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([states.at(-1), sent.length, saver.isUnsent()]).toEqual(["refused", 1, true]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ save_id: "save-2", submit: false, content: "b" });
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

  it("tells when there have been edits since", async () => {
    const { saver, edit, answer } = workspace();
    const outcome = saver.submit();
    edit("b");
    await answer(saved(1));
    expect(await outcome).toBe("changed");
    expect(saver.isUnsent()).toBe(true);
  });
});

describe("leaving", () => {
  it("sends what is unsent first, all of it", async () => {
    const { saver, sent, edit, answer } = workspace();
    edit("a");
    const done = saver.flush();
    edit("b");
    await answer(saved(1));
    expect(sent[1]).toMatchObject({ content: "b" });
    await answer(saved(2));
    expect(await done).toBe(true);
  });

  it("says when something could not be sent", async () => {
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

describe("what the server may not hold", () => {
  it("is kept from the first change until the acknowledgement", async () => {
    const { sent, box, edit, answer } = workspace(3);
    edit("a");
    expect(box.kept).toEqual({ base_revision: 3, pending: null, content: "a" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(box.kept).toEqual({ base_revision: 3, pending: sent[0], content: null });
    edit("ab");
    expect(box.kept).toEqual({ base_revision: 3, pending: sent[0], content: "ab" });
    await answer(saved(4));
    expect(box.kept).toEqual({ base_revision: 4, pending: null, content: "ab" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(saved(5));
    expect(box.kept).toBeNull();
  });

  it("stays kept when it is refused, and until a conflict is settled", async () => {
    const { saver, box, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "refused", refusal: { detail: "no", errors: [] } });
    expect(box.kept).toEqual({ base_revision: 0, pending: null, content: "a" });
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7));
    edit("bc");
    expect(box.kept).toEqual({ base_revision: 0, pending: null, content: "bc" });
    saver.adoptTheirs();
    expect(box.kept).toBeNull();
  });

  it("stays kept when the page is left without it having been sent", () => {
    const { saver, box, edit } = workspace();
    edit("a");
    saver.dispose();
    expect(box.kept).toMatchObject({ content: "a" });
  });
});

describe("a page that finds something kept", () => {
  const request: SaveBody<string> = {
    save_id: "earlier",
    base_revision: 3,
    answer_sha256: "sha",
    submit: false,
    content: "a",
  };

  it("sends it at once, on the revision it was made on", async () => {
    const { saver, sent, box, answer } = workspace(3, { base_revision: 3, pending: null, content: "a" });
    saver.start();
    expect(sent).toMatchObject([{ save_id: "save-1", base_revision: 3, content: "a" }]);
    await answer(saved(4));
    expect(box.kept).toBeNull();
  });

  it("asks the person where something else has been stored meanwhile", async () => {
    const { saver, states, box, answer } = workspace(5, { base_revision: 3, pending: null, content: "a" });
    saver.start();
    await answer(stale(5));
    expect([states.at(-1), box.kept?.content]).toEqual(["conflict", "a"]);
  });

  it("repeats a request that may have arrived, and only then sends the rest", async () => {
    const { saver, sent, states, answer } = workspace(4, {
      base_revision: 3,
      pending: request,
      content: "ab",
    });
    saver.start();
    expect(sent[0]).toBe(request);
    await answer(saved(4));
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ save_id: "save-1", base_revision: 4, content: "ab" });
    await answer(saved(5));
    expect(states.at(-1)).toBe("saved");
  });

  it("lets stand what was stored after a request that had arrived", async () => {
    const { saver, states, stored, page, box, edit, answer, sent } = workspace(6, {
      base_revision: 3,
      pending: request,
      content: null,
    });
    saver.start();
    await answer(saved(4));
    expect([page.content, stored, states.at(-1), box.kept]).toEqual(["as it was opened", [], "saved", null]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ base_revision: 6 });
  });

  it("does nothing where nothing was kept", () => {
    const { saver, sent } = workspace(3);
    saver.start();
    expect(sent).toEqual([]);
  });
});
