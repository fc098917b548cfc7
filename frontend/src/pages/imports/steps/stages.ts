/* Derives the stage of an import from its state on the server. */
import type { Import, ImportField } from "../../../api/types";

export type Mapping = Import["mapping"];

/** Whether items get a reference: something that the answer is checked against. */
export function hasReference(
  { reference_in_record }: Pick<Import, "reference_in_record">,
  mapping: Mapping,
): boolean {
  if (reference_in_record) return true;
  return Object.entries(mapping).some(
    ([field, column]) => column && field.startsWith("reference_") && field !== "reference_title",
  );
}

/** Whether the server is processing the import. */
export function isRunning({ state }: Pick<Import, "state">): boolean {
  return state === "waiting" || state === "checking" || state === "writing";
}

/** Whether it can be started, for the first time or with another mapping. */
export function isOpen({ state }: Pick<Import, "state">): boolean {
  return state === "uploaded" || state === "refused";
}

/** Raw annotations are added to existing items: only the item's id is read. `language`: of records that state none. */
export function fieldsOf({ kind, fields }: Pick<Import, "kind" | "fields">, language = ""): ImportField[] {
  if (kind === "annotations") return fields.filter(({ name }) => name === "id");
  return fields.map((field) => (field.name === "lang" && language ? { ...field, required: false } : field));
}

/** A file that was uploaded as items, but may have votes or annotations of existing items. */
export function mayBeAnnotations(
  { kind, vote_columns }: Pick<Import, "kind" | "vote_columns">,
  hasItems: boolean,
): boolean {
  return kind === "items" && hasItems && vote_columns.length > 0;
}

export type MappingFault = "missing" | "twice";

/** Field → the problem of its column. Without columns, the lines are the problem. */
export function mappingFaults(
  fields: readonly ImportField[],
  mapping: Mapping,
  columns: readonly string[],
): Map<string, MappingFault> {
  const faults = new Map<string, MappingFault>();
  if (columns.length === 0) return faults;
  for (const { name, required } of fields) {
    const column = mapping[name];
    if (!column) {
      if (required) faults.set(name, "missing");
    } else if (fields.some((other) => other.name !== name && mapping[other.name] === column)) {
      faults.set(name, "twice");
    }
  }
  return faults;
}

/** Returns the mapping with the column of one field changed; "" removes the field. */
export function mapped(mapping: Mapping, field: string, column: string): Mapping {
  const others = Object.entries(mapping).filter(([name]) => name !== field);
  return Object.fromEntries(column === "" ? others : [...others, [field, column]]);
}

const DELIMITERS = {
  ",": "delimiter.comma",
  ";": "delimiter.semicolon",
  "\t": "delimiter.tab",
  "|": "delimiter.bar",
} as const;

/** The message key of a delimiter, or null for JSON Lines and unusual delimiters. */
export function delimiterKey(delimiter: string): (typeof DELIMITERS)[keyof typeof DELIMITERS] | null {
  return Object.entries(DELIMITERS).find(([sign]) => sign === delimiter)?.[1] ?? null;
}
