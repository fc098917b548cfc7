import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobFollower } from "./jobFollower.svelte";

const PAUSE = 1_000;

let visibility: DocumentVisibilityState;
let stop = () => {};
const read = vi.fn<() => Promise<string>>();

function show(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** A promise that the test resolves by calling `answer`. */
function later() {
  let answer: (text: string) => void = () => {};
  const promise = new Promise<string>((resolve) => (answer = resolve));
  return { promise, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  read.mockResolvedValue("read");
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.resetAllMocks();
});

test("polls at once, then after each pause, until it is stopped", async () => {
  const follower = new JobFollower(read, () => PAUSE);
  stop = follower.follow();
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect(read).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(2 * PAUSE);
  expect(read).toHaveBeenCalledTimes(3);
});

test("pauses on a hidden page and polls at once when it is visible again", async () => {
  stop = new JobFollower(read, () => PAUSE).follow();
  await vi.advanceTimersByTimeAsync(0);
  show("hidden");
  await vi.advanceTimersByTimeAsync(9 * PAUSE);
  expect(read).toHaveBeenCalledTimes(1);
  show("visible");
  expect(read).toHaveBeenCalledTimes(2);
});

test("an extra request starts no second loop and restarts the pause", async () => {
  const follower = new JobFollower(read, () => PAUSE);
  stop = follower.follow();
  await vi.advanceTimersByTimeAsync(PAUSE / 2);
  await follower.ask();
  await vi.advanceTimersByTimeAsync(PAUSE - 1);
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(3);
});

test("a poll does not repeat a pending request", async () => {
  const { promise, answer } = later();
  read.mockReturnValueOnce(promise);
  stop = new JobFollower(read, () => PAUSE).follow();
  show("hidden");
  show("visible");
  expect(read).toHaveBeenCalledTimes(1);
  answer("late");
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a late older response does not replace a newer one", async () => {
  const { promise, answer } = later();
  read.mockReturnValueOnce(promise);
  const heard = vi.fn();
  const follower = new JobFollower(read, () => PAUSE, heard);
  stop = follower.follow();
  await follower.ask(() => Promise.resolve("newer"));
  answer("older");
  await vi.advanceTimersByTimeAsync(0);
  expect(follower.answer).toBe("newer");
  expect(heard.mock.calls).toEqual([["newer"]]);
});

test("a failure is reported beside the last response and does not stop polling", async () => {
  const follower = new JobFollower(read, () => PAUSE);
  stop = follower.follow();
  await vi.advanceTimersByTimeAsync(0);
  const refusal = new Error("no answer");
  read.mockRejectedValueOnce(refusal);
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect([follower.answer, follower.failure]).toEqual(["read", refusal]);
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(follower.failure).toBeNull();
});

test("a response after the end is ignored", async () => {
  const { promise, answer } = later();
  read.mockReturnValueOnce(promise);
  const follower = new JobFollower(read, () => PAUSE);
  follower.follow()();
  answer("late");
  await vi.advanceTimersByTimeAsync(PAUSE);
  expect(follower.answer).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
});

test("an earlier request is scheduled from the last request", async () => {
  const follower = new JobFollower(read, () => 9 * PAUSE);
  follower.soon(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(read).not.toHaveBeenCalled();
  stop = follower.follow();
  await vi.advanceTimersByTimeAsync(PAUSE);
  follower.soon(2 * PAUSE);
  await vi.advanceTimersByTimeAsync(PAUSE - 1);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
});
