import { describe, expect, it } from "vitest";
import { ActiveTime } from "./activity";

function clocked(seconds = 0) {
  const clock = { now: 0 };
  return { clock, time: new ActiveTime(seconds, () => clock.now) };
}

describe("active time", () => {
  it("goes on from what was counted before", () => {
    const { clock, time } = clocked(30);
    time.sign();
    clock.now = 5_000;
    time.sign();
    expect(time.seconds).toBe(35);
  });

  it("counts a minute of a longer pause at most", () => {
    const { clock, time } = clocked();
    time.sign();
    clock.now = 3_600_000;
    time.sign();
    expect(time.seconds).toBe(60);
  });

  it("does not count a hidden page", () => {
    const { clock, time } = clocked();
    time.sign();
    clock.now = 2_000;
    time.pause();
    clock.now = 50_000;
    time.sign();
    clock.now = 51_000;
    time.pause();
    time.pause();
    expect(time.seconds).toBe(3);
  });
});
