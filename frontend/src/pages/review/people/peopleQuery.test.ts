import { describe, expect, test } from "vitest";
import { addressOf, peopleQueryOf } from "./peopleQuery";

const of = (address: string) => peopleQueryOf(new URLSearchParams(address));

describe("the query of review by person", () => {
  test("is what the address says", () => {
    const query = { n: 20, draw: 3, unfinished: true };
    expect(of(addressOf(query))).toEqual(query);
  });

  test("leaves out what is as at first", () => {
    expect(addressOf(of("?by=person"))).toBe("?by=person");
    expect(of("?n=7&draw=-1&unfinished=yes")).toEqual({ n: 10, draw: 0, unfinished: false });
  });
});
