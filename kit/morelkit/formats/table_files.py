"""Write records as CSV or TSV that imports read back as the same records."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

TableFormat = Literal["csv", "tsv"]

_DELIMITERS: Final[dict[TableFormat, str]] = {"csv": ",", "tsv": "\t"}

_TERMINATOR: Final = "\r\n"
"""The csv module quotes cells with a character of the terminator, so this one gets lone carriage returns quoted."""


def table_columns(orders: Iterable[Sequence[str]]) -> list[str]:
    """Return the columns of a table of records whose keys are in these orders."""
    return list(dict.fromkeys(key for order in dict.fromkeys(map(tuple, orders)) for key in order))


def table_lines(
    records: Iterable[Mapping[str, Any]], columns: Sequence[str], file_format: TableFormat
) -> Iterator[str]:
    """Yield the header and the rows. Cells have texts as they are, other values as JSON, and nothing for null.

    Nothing is escaped for spreadsheet programs, because these files are imported again.
    """
    lines: list[str] = []
    writer = csv.writer(_Lines(lines), delimiter=_DELIMITERS[file_format], lineterminator=_TERMINATOR)
    writer.writerow("" if name == f"column {place}" else name for place, name in enumerate(columns, start=1))
    for record in records:
        writer.writerow(_cell(record.get(column)) for column in columns)
        yield from lines
        lines.clear()
    yield from lines


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, allow_nan=False)


class _Lines:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, row: str, /) -> None:
        self._lines.append(f"{row.removesuffix(_TERMINATOR)}\n")
