import { expect, test, vi } from "vitest";
import { getWaiting } from "../../api/waiting";
import { barParts } from "./barParts";
import { followWaiting, rereadWaiting, Waiting } from "./waiting.svelte";

vi.mock("../../api/waiting", () => ({ getWaiting: vi.fn() }));

const quality = barParts.find(({ menu }) => menu === "quality")?.entries ?? [];

async function read(slug: string, review: number, curation: number, questions: number) {
  vi.mocked(getWaiting).mockResolvedValueOnce({ review, curation, questions, most: 1000 });
  const waiting = new Waiting(slug);
  await waiting.read();
  return waiting;
}

test("the bar of a project follows the work, with two menus and without the workspace", () => {
  expect(barParts.map(({ menu, entries }) => menu ?? entries.map(({ name }) => name).join())).toEqual([
    "overview",
    "agreement",
    "items",
    "people",
    "quality",
    "data",
    "evaluation",
    "settings",
  ]);
  expect(quality.map(({ name }) => name)).toEqual(["review", "curation", "exclusions", "questions"]);
});

test("what waits has its number and its verb, and the menu the sum", async () => {
  const waiting = await read("harbour", 12, 31, 2);
  expect(quality.map(({ name }) => waiting.textOf(name))).toEqual([
    "12 to review",
    "31 to decide",
    "",
    "2 to answer",
  ]);
  expect(waiting.sumOf(quality)).toEqual({ n: 45, text: "45" });
  expect(waiting.addressOf("review")).toBe("/p/harbour/review?kind=unsure");
});

test("there is no number where nothing waits", async () => {
  const waiting = await read("empty", 0, 0, 0);
  expect(quality.map(({ name }) => waiting.textOf(name))).toEqual(["", "", "", ""]);
  expect(waiting.sumOf(quality).n).toBe(0);
  expect(waiting.addressOf("review")).toBe("/p/empty/review");
});

test("what was counted only in part says so", async () => {
  const waiting = await read("large", 1001, 3, 1200);
  expect(waiting.textOf("review")).toBe("over 1,000");
  expect(waiting.textOf("questions")).toBe("1,200 to answer");
  expect(waiting.sumOf(quality)).toEqual({ n: 2203, text: "2203+" });
});

test("the next page shows the latest numbers at once, and keeps them when the server is out of reach", async () => {
  await read("again", 1, 0, 0);
  vi.mocked(getWaiting).mockRejectedValueOnce(new Error("offline"));
  const waiting = new Waiting("again");
  expect(waiting.textOf("review")).toBe("1 to review");
  await waiting.read();
  expect(waiting.textOf("review")).toBe("1 to review");
});

test("the numbers of the bar are read again after a write, while the bar is there", async () => {
  const counts = { review: 2, curation: 0, questions: 0, most: 1000 };
  vi.mocked(getWaiting)
    .mockResolvedValueOnce(counts)
    .mockResolvedValueOnce({ ...counts, review: 1 });
  const waiting = new Waiting("written");
  const leave = followWaiting(waiting);
  await vi.waitFor(() => expect(waiting.textOf("review")).toBe("2 to review"));
  rereadWaiting();
  await vi.waitFor(() => expect(waiting.textOf("review")).toBe("1 to review"));
  leave();
  const calls = vi.mocked(getWaiting).mock.calls.length;
  rereadWaiting();
  expect(getWaiting).toHaveBeenCalledTimes(calls);
});

test("an earlier read that is answered later changes nothing", async () => {
  const counts = { review: 2, curation: 0, questions: 0, most: 1000 };
  let answer = () => {};
  const early = new Promise<typeof counts>((resolve) => (answer = () => resolve(counts)));
  vi.mocked(getWaiting)
    .mockReturnValueOnce(early)
    .mockResolvedValueOnce({ ...counts, review: 1 });
  const waiting = new Waiting("overtaken");
  const first = waiting.read();
  await waiting.read();
  answer();
  await first;
  expect(waiting.textOf("review")).toBe("1 to review");
});
