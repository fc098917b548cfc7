"""Tables of results as text, CSV, Markdown and LaTeX."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from morelkit.formats.formula_escaping import escape_formula
from morelkit.scoring.numbers import decimal

Cell = str | int | float | None

_LATEX: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "−": "$-$",  # pdflatex has no letter for it
        "ρ": r"$\rho$",
    }
)


@dataclass(frozen=True, slots=True)
class Table:
    """`signature`: how its figures were computed.

    `best`: columns with a mark at their largest value within each group of rows; `lowest`: those of them with a mark at
    their smallest value instead. `group`: the column of the group. `apart`: places of rows that are not compared.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    signature: str
    best: frozenset[str] = frozenset()
    lowest: frozenset[str] = frozenset()
    group: str = ""
    apart: frozenset[int] = frozenset()


def render(table: Table, form: str) -> str:
    """Return the table in a format of `FORMATS`, with a line feed at its end."""
    return FORMATS[form](table)


def _text(table: Table) -> str:
    cells = _cells(table)
    widths = [max(len(row[place]) for row in (table.columns, *cells)) for place in range(len(table.columns))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (table.columns, *cells)
    ]
    return "".join(f"{line}\n" for line in (*lines, table.signature))


def _csv(table: Table) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*map(escape_formula, table.columns), "signature"])
    for row in table.rows:
        cells = (decimal(cell) if isinstance(cell, float) else escape_formula(cell) for cell in row)
        writer.writerow([*cells, table.signature])
    return file.getvalue()


def _markdown(table: Table) -> str:
    rows = [[cell.replace("|", r"\|") for cell in row] for row in _marked(table, "**{}**")]
    ruler = ["---:" if numeric else "---" for numeric in _numeric(table)]
    lines = [f"| {' | '.join(row)} |" for row in (table.columns, ruler, *rows)]
    return "".join(f"{line}\n" for line in (*lines, "", f"`{table.signature}`"))


def _latex(table: Table) -> str:
    """Return a table for the package booktabs."""
    rows = [[cell.translate(_LATEX) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    escaped = replace(table, rows=rows)
    header = " & ".join(column.translate(_LATEX) for column in table.columns)
    alignment = "".join("r" if numeric else "l" for numeric in _numeric(table))
    lines = [
        f"% {table.signature}",
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        rf"{header} \\",
        r"\midrule",
    ]
    for row, cells in zip(table.rows, _marked(escaped, r"\textbf{{{}}}"), strict=True):
        typeset = (
            text.replace("-", "$-$", 1) if isinstance(cell, float) else text
            for cell, text in zip(row, cells, strict=True)
        )
        lines.append(rf"{' & '.join(typeset)} \\")
    return "".join(f"{line}\n" for line in (*lines, r"\bottomrule", r"\end{tabular}"))


def _cells(table: Table) -> list[list[str]]:
    return [[_cell(cell) for cell in row] for row in table.rows]


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    return f"{cell:.6f}" if isinstance(cell, float) else str(cell)


def _marked(table: Table, mark: str) -> list[list[str]]:
    """Return the cells with the best value of each column marked, as it is printed, within each group."""
    cells = _cells(table)
    by = table.columns.index(table.group) if table.group else 0
    compared = [
        (row[by] if table.group else None, row, cells[number])
        for number, row in enumerate(table.rows)
        if number not in table.apart
    ]
    for place, column in enumerate(table.columns):
        if column not in table.best:
            continue
        choose = min if column in table.lowest else max
        best: dict[Cell, float] = {}
        for key, row, _ in compared:
            value = row[place]
            if isinstance(value, float):
                best[key] = choose(value, best.get(key, value))
        for key, _, cells_of_row in compared:
            if key in best and cells_of_row[place] == _cell(best[key]):
                cells_of_row[place] = mark.format(cells_of_row[place])
    return cells


def _numeric(table: Table) -> list[bool]:
    return [
        any(isinstance(row[place], int | float) for row in table.rows) for place in range(len(table.columns))
    ]


FORMATS: Final[Mapping[str, Callable[[Table], str]]] = {
    "table": _text,
    "csv": _csv,
    "markdown": _markdown,
    "latex": _latex,
}
