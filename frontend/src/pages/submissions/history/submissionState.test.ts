import { describe, expect, test } from "vitest";
import { isUnderWay, merged, metricsOf, signOf } from "./submissionState";

const plain = { state: "scored", on_board: false, withdrawn: null, disqualified: null } as const;
const gone = { at: "2027-01-14T21:41:00Z", by: "mara" };
const disqualified = { at: "2027-01-14T21:41:00Z", reason: "Gold was used." };

describe("the sign of a submission", () => {
  test("is a danger only where it failed", () => {
    const states = ["invalid", "waiting", "scoring", "scored", "failed"] as const;
    const tones = states.map((state) => signOf({ ...plain, state }).tone);
    expect(tones).toEqual(["bad", "plain", "plain", "good", "bad"]);
  });

  test("says that it is on the board", () => {
    expect(signOf({ ...plain, on_board: true }).word).toBe("scored.board");
  });

  test("says what was decided about it, whatever its score", () => {
    expect(signOf({ ...plain, withdrawn: gone }).word).toBe("withdrawn");
    expect(signOf({ ...plain, withdrawn: gone, disqualified }).word).toBe("disqualified");
  });
});

test("only what waits or is scored changes by itself", () => {
  expect(isUnderWay({ ...plain, state: "waiting" })).toBe(true);
  expect(isUnderWay({ ...plain, state: "waiting", withdrawn: gone })).toBe(false);
  expect(isUnderWay(plain)).toBe(false);
});

describe("a newer first page", () => {
  const row = (number: number, note = "old") => ({ id: number * 10, number, note });

  test("replaces rows, adds new ones and leaves later pages", () => {
    const rows = [row(4), row(3), row(2), row(1)];
    const fresh = [row(5, "new"), row(4, "new"), row(3, "new")];
    expect(merged(rows, fresh).map(({ number, note }) => `${number} ${note}`)).toEqual([
      "5 new",
      "4 new",
      "3 new",
      "2 old",
      "1 old",
    ]);
  });

  test("drops rows that are no longer in it", () => {
    expect(merged([row(4), row(3), row(2)], [row(4), row(2)]).map(({ number }) => number)).toEqual([4, 2]);
    expect(merged([row(4)], [])).toEqual([]);
  });
});

test("columns are the metrics of the rows", () => {
  expect(metricsOf([{ scores: null }, { scores: { iou: 0.5, rho: null } }])).toEqual(["iou", "rho"]);
});
