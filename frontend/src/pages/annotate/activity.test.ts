import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActiveTime } from "./activity";

const SECOND = 1_000;

/** The machine's monotonic clock, on which some machines count their sleep and some do not. */
let asleep = 0;
const now = () => Date.now() + asleep;
const later = (seconds: number) => vi.advanceTimersByTime(seconds * SECOND);
const sleep = (seconds: number) => (asleep += seconds * SECOND);

const begun = vi.fn();
const timeFrom = (known = 0, kept = 0) => new ActiveTime(known, kept, begun, now);

beforeEach(() => {
  vi.useFakeTimers();
  begun.mockReset();
});
afterEach(() => vi.useRealTimers());

describe("active time", () => {
  it("continues from the stored time, even if stored only in this browser", () => {
    const time = timeFrom(30, 40);
    time.sign();
    later(5);
    expect(time.seconds).toBe(45);
  });

  it("starts at the first activity", () => {
    const time = timeFrom();
    later(20);
    expect(time.seconds).toBe(0);
  });

  it("counts at most a minute after the last activity", () => {
    const time = timeFrom();
    time.sign();
    later(50);
    time.sign();
    later(3_600);
    expect(time.seconds).toBe(110);
    time.sign();
    later(1);
    expect(time.seconds).toBe(111);
  });

  it("does not count a hidden page", () => {
    const time = timeFrom();
    time.sign();
    later(2);
    time.pause();
    later(48);
    time.sign();
    later(1);
    time.pause();
    time.pause();
    expect(time.seconds).toBe(3);
  });

  it("does not count the sleep of the machine, whether or not its clock does", () => {
    const time = timeFrom();
    time.sign();
    later(4);
    sleep(40);
    later(1);
    time.sign();
    later(6);
    expect(time.seconds).toBe(4 + 6);
  });

  it("announces its start, so that two tabs never count the same minute", () => {
    const time = timeFrom();
    time.sign();
    later(1);
    time.sign();
    expect(begun).toHaveBeenCalledTimes(1);
    time.pause();
    time.sign();
    expect(begun).toHaveBeenCalledTimes(2);
  });

  it("adds the time of another tab once", () => {
    const time = timeFrom(100);
    time.sign();
    later(10);
    time.addElsewhere(130);
    time.addElsewhere(130);
    expect(time.seconds).toBe(140);
    time.acknowledged(140);
    time.addElsewhere(145);
    expect(time.seconds).toBe(145);
  });

  it("is unaffected by a wall clock set back", () => {
    const steady = { now: 5_000 };
    const time = new ActiveTime(0, 0, begun, () => steady.now);
    time.sign();
    vi.setSystemTime(0);
    steady.now += 3_000;
    expect(time.seconds).toBe(3);
  });
});
