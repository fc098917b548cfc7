import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSaver,
  LATEST_MS,
  QUIET_MS,
  type Kept,
  type Revision,
  type SaveBody,
  type SendResult,
} from "./saveProtocol";

interface Stored extends Revision {
  content: string;
}
type Result = SendResult<Stored>;
const revisionOf = (revision: number, content: string, submitted = false): Stored => ({
  revision,
  submitted_revision: submitted ? revision : null,
  saved_at: `at ${revision}`,
  content,
});
const saved = (revision: number): Result => ({ kind: "saved", annotation: revisionOf(revision, "stored") });
const stale = (revision: number, content = "theirs", submitted = false): Result => ({
  kind: "stale",
  current: revisionOf(revision, content, submitted),
});
const refused: Result = { kind: "refused", refusal: { code: "invalid", detail: "no", errors: [] } };
const lost: Result = { kind: "unreachable", because: "network" };

/** A page whose content is a string, and a server whose answers the test gives one by one. */
function workspace(revision = 0, kept: Kept<string> | null = null) {
  const page = { content: kept?.content ?? kept?.steps.at(-1)?.content ?? "" };
  const box: { kept: Kept<string> | null } = { kept };
  const sent: SaveBody<string>[] = [];
  const answers: ((result: Result) => void)[] = [];
  const states: string[] = [];
  const stored: [number, boolean][] = [];
  let ids = 0;
  const saver = createSaver<string, Stored>({
    initial: revisionOf(revision, "as it was opened"),
    keeper: { keep: (latest) => (box.kept = latest), clear: () => (box.kept = null) },
    kept,
    answer_sha256: "sha",
    content: () => page.content,
    same: (content, annotation) => content === annotation.content,
    send: (body) => {
      sent.push(body);
      return new Promise((resolve) => answers.push(resolve));
    },
    newId: () => `save-${(ids += 1)}`,
    onState: (state) => states.push(state.kind),
    onSaved: (annotation, upToDate) => stored.push([annotation.revision, upToDate]),
    onAdopt: ({ content }) => (page.content = content),
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
  it("is asked for again with the same body, whatever was changed meanwhile", async () => {
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

  it("is asked for no sooner than the server wishes", async () => {
    const { sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "unreachable", because: "server", wait: 40_000 });
    await vi.advanceTimersByTimeAsync(39_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  it("does not forget the submit it was for", async () => {
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
  it("keeps what is marked, and sends it after the next one", async () => {
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
    expect(sent[1]).toMatchObject({ save_id: "save-1", base_revision: 7, submit: true, content: "a" });
    await answer(saved(8));
    expect(await outcome).toBe("submitted");
  });

  it("lets theirs stand", async () => {
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

describe("a stale revision that says the same", () => {
  it("asks nobody", async () => {
    const { saver, sent, states, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(7, "a"));
    expect([states.at(-1), saver.isUnsent()]).toEqual(["saved", false]);
    edit("b");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[1]).toMatchObject({ base_revision: 7, content: "b" });
  });

  it("is still submitted where it was not", async () => {
    const { saver, sent, answer, edit } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(stale(7, "a"));
    expect(sent[1]).toMatchObject({ base_revision: 7, submit: true, content: "a" });
    await answer(saved(8));
    expect(await outcome).toBe("submitted");
  });

  it("is submitted where it was, in another tab", async () => {
    const { saver, sent, answer, edit } = workspace();
    edit("a");
    const outcome = saver.submit();
    await answer(stale(7, "a", true));
    expect([await outcome, sent.length, saver.isUnsent()]).toEqual(["submitted", 1, false]);
  });

  it("does not stand for a submit of something else", async () => {
    const { saver, states, answer, edit } = workspace();
    edit("a");
    void saver.submit();
    edit("b");
    await answer(stale(7, "b"));
    expect(states.at(-1)).toBe("conflict");
  });
});

describe("another tab's save", () => {
  it("is shown where there is nothing of one's own", async () => {
    const { saver, sent, page, edit } = workspace(3);
    saver.follow(revisionOf(4, "theirs"));
    expect(page.content).toBe("theirs");
    saver.follow(revisionOf(4, "late"));
    expect(page.content).toBe("theirs");
    edit("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[0]).toMatchObject({ base_revision: 4, content: "mine" });
  });

  it("does not take the place of what is unsent", async () => {
    const { saver, sent, page, edit } = workspace(3);
    edit("mine");
    saver.follow(revisionOf(4, "theirs"));
    expect(page.content).toBe("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(sent[0]).toMatchObject({ base_revision: 3 });
  });

  it("is what a conflict is with, from then on", async () => {
    const { saver, sent, edit, answer } = workspace(3);
    edit("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer(stale(4));
    saver.follow(revisionOf(5, "theirs again"));
    saver.keepMine();
    expect(sent[1]).toMatchObject({ base_revision: 5, content: "mine" });
  });
});

describe("a refusal", () => {
  it("is told, not repeated, and over with the next change", async () => {
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

  it("of a submit is over with the next one", async () => {
    const { saver, sent, answer } = workspace();
    void saver.submit();
    await answer(refused);
    const outcome = saver.submit();
    expect(sent[1]).toMatchObject({ submit: true });
    await answer(saved(1));
    expect(await outcome).toBe("submitted");
  });

  it("of a name that was used gives another one", async () => {
    const { sent, edit, answer } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    await answer({ kind: "refused", refusal: { code: "save_id_reused", detail: "", errors: [] } });
    expect(sent[1]).toMatchObject({ save_id: "save-2", content: "a" });
  });

  it("lets what was changed meanwhile be sent", async () => {
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

  it("is of what was on the screen then, whatever it has to wait for", async () => {
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

  it("is one, however often it is asked for", async () => {
    const { saver, sent, answer } = workspace();
    const outcomes = [saver.submit(), saver.submit()];
    await answer(lost);
    outcomes.push(saver.submit());
    await answer(saved(1));
    expect(await Promise.all(outcomes)).toEqual(["submitted", "submitted", "submitted"]);
    expect(new Set(sent.map(({ save_id }) => save_id)).size).toBe(1);
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

  it("stays kept when it is refused, and through a conflict", async () => {
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

  it("stays kept when the page is left without it having been sent", () => {
    const { saver, box, edit } = workspace();
    edit("a");
    saver.dispose();
    expect(box.kept).toMatchObject({ content: "a" });
  });

  it("knows of a submit that has not been sent", async () => {
    const { saver, box, edit } = workspace();
    edit("a");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    edit("ab");
    void saver.submit();
    expect(box.kept).toMatchObject({ steps: [step, { submit: true, content: "ab" }], content: null });
  });
});

describe("a page that finds something kept", () => {
  const step = { save_id: "earlier", submit: false, content: "a", changes: 1 };
  const request: SaveBody<string> = {
    save_id: "earlier",
    base_revision: 3,
    answer_sha256: "sha",
    submit: false,
    content: "a",
  };

  it("sends it at once, on the revision it was made on", async () => {
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

  it("asks the person where something else has been stored meanwhile", async () => {
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

  it("lets stand what was stored after a request that had arrived", async () => {
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

  it("sends a submit that was waiting, and what was changed after it as a draft", async () => {
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

  it("does nothing where nothing was kept", () => {
    const { saver, sent } = workspace(3);
    saver.start();
    expect(sent).toEqual([]);
  });
});
