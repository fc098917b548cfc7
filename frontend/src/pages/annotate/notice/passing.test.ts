import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ActiveTime } from "../activity";
import { whenPassing } from "./passing";

const tell = vi.fn();
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);
const timeFrom = (known: number) => new ActiveTime(known, 0, undefined, () => Date.now());

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockReset();
});
afterEach(() => vi.useRealTimers());

describe("the notice after a time", () => {
  test("is shown once, when the active time on the item exceeds it", () => {
    const time = timeFrom(0);
    whenPassing(time, time.seconds, 30, false, tell);
    time.sign();
    later(29);
    expect(tell).not.toHaveBeenCalled();
    later(2);
    expect(tell).toHaveBeenCalledTimes(1);
    time.sign();
    later(50);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test("includes earlier time on the item", () => {
    const time = timeFrom(25);
    whenPassing(time, time.seconds, 30, false, tell);
    time.sign();
    later(6);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test("is not shown again after returning to the item", () => {
    const time = timeFrom(30);
    whenPassing(time, time.seconds, 30, false, tell);
    time.sign();
    later(50);
    expect(tell).not.toHaveBeenCalled();
  });

  test("is shown again at each multiple of the time, if it repeats", () => {
    const time = timeFrom(0);
    whenPassing(time, time.seconds, 20, true, tell);
    for (let second = 0; second < 65; second += 1) {
      time.sign();
      later(1);
    }
    expect(tell.mock.calls).toEqual([[20], [40], [60]]);
  });

  test("is shown at the next multiple after returning to the item, if it repeats", () => {
    const time = timeFrom(50);
    whenPassing(time, time.seconds, 20, true, tell);
    time.sign();
    later(9);
    expect(tell).not.toHaveBeenCalled();
    time.sign();
    later(3);
    expect(tell.mock.calls).toEqual([[60]]);
  });

  test("is not shown for inactive time", () => {
    const time = timeFrom(0);
    whenPassing(time, time.seconds, 90, false, tell);
    time.sign();
    later(3_600);
    expect(tell).not.toHaveBeenCalled();
  });

  test("is shown if the time passed before it was watched", () => {
    const time = timeFrom(0);
    time.sign();
    later(31);
    whenPassing(time, 0, 30, false, tell);
    later(1);
    expect(tell.mock.calls).toEqual([[30]]);
  });

  test("is not shown after leaving the item", () => {
    const time = timeFrom(0);
    const stop = whenPassing(time, time.seconds, 30, false, tell);
    time.sign();
    stop();
    later(40);
    expect(tell).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1); // the clock's own
  });
});
