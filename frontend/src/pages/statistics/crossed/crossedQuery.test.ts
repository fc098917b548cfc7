import { expect, test } from "vitest";
import { crossedAddress, crossedQueryOf } from "./crossedQuery";

test("fields, label and choice are in the address, and are read from it", () => {
  const query = { field: ["task", "file name"], label: "supported", choice: "no" };
  const address = crossedAddress("harbour", query);
  expect(address).toBe("/p/harbour/crossed?field=task&field=file+name&label=supported&choice=no");
  expect(crossedQueryOf(new URL(address, "http://x").searchParams)).toEqual(query);
});

test("what is not chosen is left out", () => {
  expect(crossedAddress("harbour", { field: [""], label: "", choice: "" })).toBe("/p/harbour/crossed");
  expect(crossedQueryOf(new URLSearchParams("field="))).toEqual({ field: [], label: "", choice: "" });
});
