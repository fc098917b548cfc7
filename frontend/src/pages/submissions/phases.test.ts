import { expect, test } from "vitest";
import { currentPhase, lateFor, openPhases } from "./phases";

type Known = Parameters<typeof currentPhase>[0][number];

const development: Known = {
  id: 1,
  kind: "development",
  split: "dev",
  state: "open",
  starts_at: "2027-01-01T00:00:00Z",
};
const final: Known = {
  id: 2,
  kind: "test",
  split: "test",
  state: "upcoming",
  starts_at: "2027-02-01T00:00:00Z",
};
const post: Known = {
  id: 3,
  kind: "post",
  split: "test",
  state: "upcoming",
  starts_at: "2027-02-15T00:00:00Z",
};

test("the page is about the phase that is open, or that comes next, or the last one", () => {
  expect(currentPhase([development, final, post])?.id).toBe(1);
  expect(currentPhase([{ ...development, state: "ended" }, post, final])?.id).toBe(2);
  expect(
    currentPhase([
      { ...development, state: "ended" },
      { ...final, state: "ended" },
    ])?.id,
  ).toBe(2);
  expect(currentPhase([{ ...development, state: "ended" }, { ...final, state: "paused" }, post])?.id).toBe(2);
  expect(currentPhase([])).toBeNull();
});

test("of several open phases the latest comes first", () => {
  expect(openPhases([development, { ...final, state: "open" }]).map(({ id }) => id)).toEqual([2, 1]);
});

test("what is late for the test phase counts in the open post-competition phase of the same split", () => {
  const ended: Known = { ...final, state: "ended" };
  const open: Known = { ...post, state: "open" };
  expect(lateFor([development, ended, open])).toEqual({ missed: ended, post: open });
  expect(lateFor([ended, { ...open, split: "other" }])).toBeNull();
  expect(lateFor([ended, post])).toBeNull();
  expect(lateFor([final, open])).toBeNull();
});
