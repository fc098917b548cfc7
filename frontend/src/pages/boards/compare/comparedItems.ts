/* The order of compared items, and signed numbers. */

import type { ComparedItem } from "../../../api/boardTypes";
import { decimal } from "../../../shared/format/decimal";

export const itemOrders = ["difference", "a", "b"] as const;
export type ComparedOrder = (typeof itemOrders)[number];

export function isOrder(text: string | null): text is ComparedOrder {
  return itemOrders.some((order) => order === text);
}

/** Returns the items by size of their difference, or those on which A or B is better first. Equal ones keep their order. */
export function orderedItems(items: readonly ComparedItem[], order: ComparedOrder): ComparedItem[] {
  const key = ({ difference, sign }: ComparedItem) => {
    if (order === "difference") return Math.abs(difference);
    return (order === "a" ? sign : -sign) * Math.abs(difference);
  };
  return items.toSorted((x, y) => key(y) - key(x));
}

/** "+0.861", "−0.557", "0.000": with a minus sign, not a hyphen. */
export function signed(value: number): string {
  const text = decimal(Math.abs(value));
  const zero = Number(value.toFixed(3)) === 0;
  return zero ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** Returns how many items differ by more than a distance in favour of A and of B. */
export function clearlyBetter(items: readonly ComparedItem[], distance: number): { a: number; b: number } {
  const far = items.filter(({ difference }) => Math.abs(difference) > distance);
  return { a: far.filter(({ sign }) => sign > 0).length, b: far.filter(({ sign }) => sign < 0).length };
}
