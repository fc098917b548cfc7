/* Tables for papers: LaTeX with the package booktabs, like the tables of `morelkit rank`. */

import type { Cell } from "./csv";

export interface Column {
  /** In CSV: the same in every language. */
  key: string;
  /** In LaTeX: the heading of the page. */
  name: string;
  /** Decimals of its numbers in LaTeX. Without them it is a column of text or of integers. */
  decimals?: number;
}

/** A table as a file. `note`: how its numbers were computed; a comment in LaTeX. */
export interface FileTable {
  note: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  // pdflatex has no letters for these.
  "−": "$-$",
  ρ: "$\\rho$",
  α: "$\\alpha$",
  κ: "$\\kappa$",
  χ: "$\\chi$",
  "²": "$^2$",
};

export function latex({ note, columns, rows }: FileTable): string {
  const numeric = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\\n`;
  return [
    ...note.split(/[\r\n\u0085\u2028\u2029\f\v]+/u).map((part) => `% ${part}\n`),
    `\\begin{tabular}{${numeric.map((right) => (right ? "r" : "l")).join("")}}\n\\toprule\n`,
    line(columns.map(({ name }) => escaped(name))),
    "\\midrule\n",
    ...rows.map((row) => line(columns.map((column, at) => typeset(row[at] ?? null, column)))),
    "\\bottomrule\n\\end{tabular}\n",
  ].join("");
}

function typeset(cell: Cell, { decimals }: Column): string {
  if (cell === null) return "--";
  if (typeof cell === "string") return escaped(cell);
  const text = decimals === undefined ? String(cell) : cell.toFixed(decimals);
  return text.replace(/^-/u, "$-$");
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\r\n]+/gu, " ")
    .replaceAll(/[\\~^<>|−ραχκ²&%$#_{}]/gu, (letter) => ESCAPES[letter] ?? `\\${letter}`);
}
