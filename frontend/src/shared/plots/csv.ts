/* Rows as a file that spreadsheets and scripts read: RFC 4180. */

export type Cell = string | number | null;

export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** Numbers with all their digits; what a spreadsheet would take for a formula is text. */
function quoted(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const escaped = cell.replaceAll(/(?<=[,;|\t\r\n])(["' ]*)(?=[=＝])/g, "$1'");
  const text = /^[=+\-@\t\r\n'＝＋－＠]/.test(cell) ? `'${escaped}` : escaped;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
