import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openSummarySocket, pause, SILENCE_MS } from "./summarySocket";

class FakeSocket {
  static made: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  close = vi.fn();
  constructor(readonly address: URL) {
    FakeSocket.made.push(this);
  }
}

function newest(): FakeSocket {
  const socket = FakeSocket.made.at(-1);
  if (!socket) throw new Error("none was opened");
  return socket;
}
const heard = vi.fn();
const lost = vi.fn();
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  heard.mockReset();
  lost.mockReset();
  end = openSummarySocket("harbours", { heard, lost });
});

afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("connects to the project at the page's host", () => {
  expect(newest().address.href).toBe(`ws://${location.host}/api/v1/projects/harbours/live/`);
});

test("delivers messages of the server", () => {
  newest().onmessage?.({ data: '{"version":3}' });
  expect(heard).toHaveBeenCalledExactlyOnceWith({ version: 3 });
});

describe("a lost connection", () => {
  test("is reopened at growing intervals", async () => {
    for (const times of [1, 2, 3]) {
      newest().onclose?.();
      expect(lost).toHaveBeenLastCalledWith(times);
      await vi.advanceTimersByTimeAsync(pause(times, 1));
      expect(FakeSocket.made).toHaveLength(times + 1);
    }
  });

  test("resets the interval after a message", () => {
    newest().onclose?.();
    vi.advanceTimersByTime(pause(1, 1));
    newest().onmessage?.({ data: "{}" });
    newest().onclose?.();
    expect(lost).toHaveBeenLastCalledWith(1);
  });

  test("is reopened at once when the network is back", () => {
    newest().onclose?.();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(2);
    vi.advanceTimersByTime(pause(1, 1));
    expect(FakeSocket.made).toHaveLength(2);
  });
});

test("a silent connection is closed", async () => {
  newest().onmessage?.({ data: "{}" });
  const silent = newest();
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(silent.close).toHaveBeenCalled();
  expect(lost).toHaveBeenCalledExactlyOnceWith(1);
});

test("a closed connection is not reopened", async () => {
  const last = newest();
  end();
  last.onclose?.();
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(2 * SILENCE_MS);
  expect(FakeSocket.made).toHaveLength(1);
  expect(last.close).toHaveBeenCalled();
});

test("waits between half of a time that doubles and all of it, and never longer than half a minute", () => {
  expect([pause(1, 0), pause(1, 1), pause(3, 1)]).toEqual([250, 500, 2_000]);
  expect([pause(50, 0), pause(50, 1)]).toEqual([15_000, 30_000]);
});
