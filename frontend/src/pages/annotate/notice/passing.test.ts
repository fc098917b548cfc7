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
  test("comes once, when the active time on the item passes it", () => {
    const time = timeFrom(0);
    whenPassing(time, 30, tell);
    time.sign();
    later(29);
    expect(tell).not.toHaveBeenCalled();
    later(2);
    expect(tell).toHaveBeenCalledTimes(1);
    time.sign();
    later(50);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test("counts what was spent on the item before", () => {
    const time = timeFrom(25);
    whenPassing(time, 30, tell);
    time.sign();
    later(6);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test("does not come again to whoever comes back to the item", () => {
    const time = timeFrom(30);
    whenPassing(time, 30, tell);
    time.sign();
    later(50);
    expect(tell).not.toHaveBeenCalled();
  });

  test("does not come for time that nobody spends", () => {
    const time = timeFrom(0);
    whenPassing(time, 90, tell);
    time.sign();
    later(3_600);
    expect(tell).not.toHaveBeenCalled();
  });

  test("does not come once the item is left", () => {
    const time = timeFrom(0);
    const stop = whenPassing(time, 30, tell);
    time.sign();
    stop();
    later(40);
    expect(tell).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(1); // the clock's own
  });
});
