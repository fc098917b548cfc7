/* The further columns of the item list. In the address, those of the item itself have a colon before their name; the others are
   fields of the metadata. */

import type { ItemRow } from "../../api/types";
import { t } from "../../i18n/columns";
import { languageName } from "../format/format";

export const itemColumns = ["model", "split", "language", "tags", "annotations"] as const;
type ItemColumn = (typeof itemColumns)[number];

const own = (column: string): ItemColumn | undefined => itemColumns.find((name) => `:${name}` === column);

/** Returns the columns that exist: a typed address may name others. */
export function knownColumns(columns: readonly string[]): readonly string[] {
  return columns.filter((column) => !column.startsWith(":") || own(column));
}

export function columnName(column: string): string {
  const name = own(column);
  return name ? t(`column.${name}`) : column;
}

export function columnValue(row: ItemRow, column: string): string {
  switch (own(column)) {
    case "model":
      return row.model_id;
    case "split":
      return row.split;
    case "language":
      return languageName(row.language);
    case "tags":
      return row.tags.join(", ");
    case "annotations":
      return String(row.n);
    default:
      return row.metadata[column] ?? "";
  }
}
