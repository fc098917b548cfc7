import { beforeEach, expect, test } from "vitest";
import { isOutdated, noteAcknowledged } from "./acknowledged";

const draftKey = { person: "ada", slug: "tide", item: 7 };

beforeEach(() => sessionStorage.clear());

test("an item that was read before its save was acknowledged is outdated", () => {
  expect(isOutdated(draftKey, 0)).toBe(false);
  noteAcknowledged(draftKey, 2);
  expect([1, 2, 3].map((revision) => isOutdated(draftKey, revision))).toEqual([true, false, false]);
  expect(isOutdated({ ...draftKey, person: "bo" }, 1)).toBe(false);
});

test("the latest twenty saves are remembered", () => {
  noteAcknowledged(draftKey, 2);
  for (let item = 100; item < 119; item += 1) noteAcknowledged({ ...draftKey, item }, 1);
  expect(isOutdated(draftKey, 1)).toBe(true);
  noteAcknowledged({ ...draftKey, item: 119 }, 1);
  expect(isOutdated(draftKey, 1)).toBe(false);
  expect(isOutdated({ ...draftKey, item: 119 }, 0)).toBe(true);
});

test.each(["{", "7", '[["ada/tide/7", "2"], 3, null]'])(
  "%s, which something else has stored, is ignored",
  (text) => {
    sessionStorage.setItem("morel-acknowledged", text);
    expect(isOutdated(draftKey, 1)).toBe(false);
  },
);
