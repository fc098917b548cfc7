/* The query of review by person in the address: ?by=person&n=&draw=&unfinished=. */

import type { PeopleQuery } from "../../../api/review";

export const COUNTS: readonly number[] = [5, 10, 20, 50];
const COUNT = 10;

/** What the address does not know is left as it is at first. */
export function peopleQueryOf(parameters: URLSearchParams): PeopleQuery {
  const n = Number(parameters.get("n"));
  const draw = Number(parameters.get("draw"));
  return {
    n: COUNTS.includes(n) ? n : COUNT,
    draw: Number.isInteger(draw) && draw > 0 && draw <= 1_000_000 ? draw : 0,
    unfinished: parameters.get("unfinished") === "1",
  };
}

export function addressOf({ n, draw, unfinished }: PeopleQuery): string {
  const parameters = new URLSearchParams({
    by: "person",
    ...(n !== COUNT && { n: String(n) }),
    ...(draw > 0 && { draw: String(draw) }),
    ...(unfinished && { unfinished: "1" }),
  });
  return `?${parameters.toString()}`;
}
