import { expect, test, vi } from "vitest";
import { Saving } from "./saving.svelte";

/** A server that answers when the test calls `answer`. */
function server() {
  const waiting: ((refused?: Error) => void)[] = [];
  const save = <T>(answer: T) =>
    new Promise<T>((resolve, reject) =>
      waiting.push((refused) => (refused ? reject(refused) : resolve(answer))),
    );
  const answer = async (refused?: Error) => {
    await vi.waitUntil(() => waiting.length > 0);
    waiting.shift()?.(refused);
  };
  return { save, answer };
}

test("a response is not applied while a later change is pending", async () => {
  const { save, answer } = server();
  const saving = new Saving();
  const seen: string[] = [];
  const one = saving.run(() => save("one"), seen.push.bind(seen));
  const two = saving.run(() => save("two"), seen.push.bind(seen));
  await answer();
  expect(await one).toBe(true);
  expect([seen, saving.busy]).toEqual([[], 1]);
  await answer();
  expect(await two).toBe(true);
  expect([seen, saving.busy]).toEqual([["one", "two"], 0]);
});

test("values stored before a refusal are shown", async () => {
  const { save, answer } = server();
  const saving = new Saving();
  const seen: string[] = [];
  const one = saving.run(() => save("one"), seen.push.bind(seen));
  const two = saving.run(() => save("two"), seen.push.bind(seen));
  await answer();
  await answer(new Error("no"));
  expect([await one, await two, seen, saving.failure]).toEqual([true, false, ["one"], new Error("no")]);
});
