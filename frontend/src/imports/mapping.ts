/* Which column each field of an item is taken from, and what is wrong with that. */

import type { Import, ImportField } from "../api/types";

export type Mapping = Import["mapping"];

/** Required fields that have no column yet. */
export function missingFields(fields: readonly ImportField[], mapping: Mapping): ImportField[] {
  return fields.filter(({ name, required }) => required && !mapping[name]);
}

/** Columns that were chosen for more than one field. */
export function columnsTwice(mapping: Mapping): string[] {
  const chosen = Object.values(mapping).filter(Boolean);
  return [...new Set(chosen.filter((column, position) => chosen.indexOf(column) !== position))];
}

/** Columns that no field is taken from. */
export function columnsLeft(columns: readonly string[], mapping: Mapping): string[] {
  const taken = new Set(Object.values(mapping));
  return columns.filter((column) => !taken.has(column));
}

/** The field that is taken from a column, if any. */
export function fieldOf(
  fields: readonly ImportField[],
  mapping: Mapping,
  column: string,
): ImportField | null {
  return fields.find(({ name }) => mapping[name] === column) ?? null;
}

/** The mapping with one field changed; an empty column takes the field out. */
export function withField(mapping: Mapping, field: string, column: string): Mapping {
  const others = Object.entries(mapping).filter(([name]) => name !== field);
  return Object.fromEntries(column ? [...others, [field, column]] : others);
}
