import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pollWhileVisible } from "./poll";

let hidden = false;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(visible: boolean) {
  hidden = !visible;
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("polling", () => {
  test("asks at every interval, first after one", async () => {
    const task = vi.fn(() => Promise.resolve());
    stop = pollWhileVisible(task, 1000);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3000);
    expect(task).toHaveBeenCalledTimes(3);
  });

  test("rests while nobody looks, and asks at once when they are back", async () => {
    const task = vi.fn(() => Promise.resolve());
    stop = pollWhileVisible(task, 1000);
    show(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(task).not.toHaveBeenCalled();
    show(true);
    expect(task).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(task).toHaveBeenCalledTimes(2);
  });

  test("waits for a slow answer before it asks again", async () => {
    let answer = () => {};
    const task = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    stop = pollWhileVisible(task, 1000);
    await vi.advanceTimersByTimeAsync(1000);
    dispatchEvent(new Event("focus"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(task).toHaveBeenCalledTimes(1);
    answer();
    await vi.advanceTimersByTimeAsync(1000);
    expect(task).toHaveBeenCalledTimes(2);
  });

  test("ends when it is stopped, also in the middle of a question", async () => {
    let answer = () => {};
    const task = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    stop = pollWhileVisible(task, 1000);
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    answer();
    await vi.advanceTimersByTimeAsync(5000);
    expect(task).toHaveBeenCalledTimes(1);
  });
});
