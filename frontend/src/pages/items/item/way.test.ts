import { expect, test } from "vitest";
import type { ItemQuery } from "../../../api/types";
import { onTheWay } from "./way";

const query: ItemQuery = { decision: "open", order: "disputed" };
const second = { id: 2, listed: true, previous: 1, next: 3 };
const gone = { id: 2, listed: false, previous: null, next: null };

test("an item that an exclusion removed from a list keeps its neighbours", () => {
  const kept = onTheWay(gone, query, { view: second, query });
  expect(kept).toEqual({ id: 2, listed: false, previous: 1, next: 3 });
  expect(onTheWay(gone, query, { view: kept, query })).toEqual(kept);
});

test("neighbours from the server are used", () => {
  const last = { id: 2, listed: true, previous: null, next: null };
  const left = { id: 2, listed: false, previous: 1, next: null };
  expect(onTheWay(last, query, { view: second, query })).toBe(last);
  expect(onTheWay(left, query, { view: second, query })).toBe(left);
});

test("neighbours of another item or list are not used", () => {
  expect(onTheWay(gone, query, null)).toBe(gone);
  expect(onTheWay(gone, query, { view: { ...second, id: 4 }, query })).toBe(gone);
  expect(onTheWay(gone, query, { view: second, query: { ...query, language: "ar" } })).toBe(gone);
});
