/* Order and filter of the table of members. */

import type { Compared, Person } from "../../api/types";

export type Column = "name" | "role" | "submitted" | "open" | "empty" | "time" | "agreement" | "seen";
export type Order = { column: Column; down: boolean };

const VALUES: Readonly<
  Record<Exclude<Column, "name" | "role">, (person: Person, compared?: Compared) => number | null>
> = {
  submitted: ({ submitted }) => submitted,
  open: ({ open }) => open,
  empty: ({ empty, empty_of }) => (empty_of > 0 ? empty / empty_of : null),
  time: ({ seconds }) => seconds,
  agreement: (_, compared) => compared?.agreement ?? null,
  seen: ({ last_seen }) => (last_seen ? Date.parse(last_seen) : null),
};

/** People without a value are sorted after those with one, and former members last. */
export function ordered(
  people: readonly Person[],
  { column, down }: Order,
  compared: ReadonlyMap<string, Compared>,
  byName: (a: string, b: string) => number,
): Person[] {
  const sign = down ? -1 : 1;
  const value = (person: Person) =>
    column === "name" || column === "role" ? null : VALUES[column](person, compared.get(person.key));
  const compare = (a: Person, b: Person): number => {
    if (column === "name") return sign * byName(a.name, b.name);
    if (column === "role") return sign * a.role.localeCompare(b.role);
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  };
  return people.toSorted(
    (a, b) => Number(a.ended) - Number(b.ended) || compare(a, b) || byName(a.name, b.name),
  );
}

/** Annotators of a language; "" is any. Annotators without languages work in all. */
export function working(people: readonly Person[], language: string): readonly Person[] {
  if (language === "") return people;
  return people.filter(({ languages }) => languages.length === 0 || languages.includes(language));
}

/** Text columns are sorted ascending first, numbers descending. A second click reverses the order. */
export function turned(order: Order, column: Column): Order {
  if (order.column === column) return { column, down: !order.down };
  return { column, down: column !== "name" && column !== "role" };
}
