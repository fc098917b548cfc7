"""Read records from JSONL, JSON lists, CSV and TSV files as a stream, in constant memory.

Every record comes with the number of its first line. A record that cannot be read is replaced by a `Problem`, so one
pass finds all problems. Nothing is trimmed; line breaks inside cells are kept.
"""

import codecs
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, AnyStr, Final, Literal, TypeAlias

from morelkit.formats.column_mapping import Problem
from morelkit.formats.encodings import UndecodableError, detect_encoding
from morelkit.formats.json_lists import list_records
from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.formats.record_format import has
from morelkit.formats.registry import NESTED
from morelkit.text.storable_text import text_fault

Format = Literal["jsonl", "json", "csv", "tsv"]
Row: TypeAlias = tuple[int, dict[str, Any] | Problem]

MAX_LINE: Final = 16 * 2**20
"""Bytes in a line or characters in a cell. Bounds memory for files without line breaks."""

_HEAD: Final = 2**16
_COLUMNS_FROM: Final = 100  # records of a JSONL file or JSON list that are searched for keys
_DELIMITERS: Final[dict[str, str]] = {"csv": ",;|", "tsv": "\t", "auto": ",\t;|"}
_ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")  # zip and .xlsx, gzip, .xls

csv.field_size_limit(MAX_LINE)  # process-wide; the default refuses cells of 131,073 characters


@dataclass(frozen=True, slots=True)
class FileFormat:
    """The detected format of a file. `encoding` is a Python codec; `guessed` is true if it is a guess (cp1252)."""

    format: Format
    encoding: str
    delimiter: str
    columns: tuple[str, ...]
    guessed: bool = False


class UnreadableFileError(ValueError):
    """No record of the file can be read; `problem` says where and why."""

    def __init__(self, code: str, detail: str, line: int = 1, field: str = "") -> None:
        super().__init__(detail)
        self.problem = Problem(line, field, code, detail)


def detect(path: Path, expected: Format | Literal["auto"] = "auto") -> FileFormat:
    """Return the format, encoding, delimiter and columns of a file.

    JSON must be UTF-8; for CSV and TSV see `detect_encoding`. The columns of JSONL and of a JSON list are the keys of
    the first records; a field inside an object that a record format reads is one by its dotted path.
    Raises `UnreadableFileError`, and `OSError` like `open`.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    is_utf16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = head.decode("utf-16", errors="ignore").encode() if is_utf16 else head
    start = text.removeprefix(codecs.BOM_UTF8).lstrip()
    if not start:
        raise UnreadableFileError("empty_file", "The file is empty.")
    if head.startswith(_ARCHIVES):
        raise UnreadableFileError("not_text", "The file is packed or binary: save it as JSONL, CSV or TSV.")
    is_list = re.match(rb"\[\s*[{\]]", start) is not None
    json_format: Format = "json" if is_list else "jsonl"
    if expected in ("json", "jsonl") or (expected == "auto" and (is_list or start.startswith(b"{"))):
        if is_utf16:
            raise UnreadableFileError("not_utf8", "JSON must be UTF-8, and this file is UTF-16.")
        return FileFormat(json_format, "utf-8", "", _json_columns(path, json_format))
    return _detect_table(path, expected)


def iter_rows(path: Path, file_format: FileFormat) -> Iterator[Row]:
    """Yield the records of a file in order, each with its first line; a `Problem` for each that cannot be read.

    Blank lines are skipped. A file without records yields one problem.
    """
    if file_format.format in ("json", "jsonl"):
        rows = _json_rows(path, file_format.format)
    else:
        rows = _table_rows(path, file_format)
    empty = True
    for row in rows:
        empty = False
        yield row
    if empty:
        yield 1, Problem(1, "", "no_records", "The file holds no records.")


def _json_columns(path: Path, json_format: Format) -> tuple[str, ...]:
    rows = islice(_json_rows(path, json_format), _COLUMNS_FROM)
    return tuple(dict.fromkeys(key for _, row in rows if isinstance(row, dict) for key in _keys(row)))


def _keys(row: dict[str, Any]) -> Iterator[str]:
    for key, value in row.items():
        yield key
        if isinstance(value, dict):
            yield from (path for path in NESTED if path.startswith(f"{key}.") and has(row, path))


def _json_rows(path: Path, json_format: Format) -> Iterator[Row]:
    return list_records(path, MAX_LINE) if json_format == "json" else _jsonl_rows(path)


def _jsonl_rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        for number, line in _lines(file, b"\n"):
            if line is None:
                yield number, _line_too_long(number)
                continue
            record = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if not record.strip():
                continue
            try:
                yield number, loads(record)
            except JsonLineError as fault:
                yield number, Problem(number, fault.field, fault.code, str(fault))


def _lines(file: IO[AnyStr], newline: AnyStr) -> Iterator[tuple[int, AnyStr | None]]:
    """Yield numbered lines; None instead of a line longer than `MAX_LINE`, which is skipped."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) <= MAX_LINE:
            yield number, line
            continue
        while line and not line.endswith(newline):
            line = file.readline(MAX_LINE + 1)
        yield number, None


def _line_too_long(line: int) -> Problem:
    return Problem(line, "", "line_too_long", f"The line is longer than {MAX_LINE:,} bytes or characters.")


def _detect_table(path: Path, expected: str) -> FileFormat:
    try:
        encoding, guessed = detect_encoding(path)
    except UndecodableError as error:
        raise UnreadableFileError("not_decodable", str(error), error.line) from None
    headers = {delimiter: _header(path, encoding, delimiter) for delimiter in _DELIMITERS[expected]}
    found = {each: header for each, header in headers.items() if not isinstance(header, Problem)}
    wrong = next((each for each in headers.values() if isinstance(each, Problem)), None)
    delimiter = max(found, key=lambda each: len(found[each]), default="")
    columns = found.get(delimiter, ())
    if wrong and len(columns) < 2:
        raise UnreadableFileError(wrong.code, wrong.detail, wrong.line)
    seen: set[str] = set()
    for column in columns:
        if fault := text_fault(column):
            raise UnreadableFileError("unstorable_text", f"The name of a column {fault}.")
        if column in seen:
            raise UnreadableFileError("repeated_column", f"Two columns are called “{column}”.", field=column)
        seen.add(column)
    return FileFormat("tsv" if delimiter == "\t" else "csv", encoding, delimiter, columns, guessed)


def _header(path: Path, encoding: str, delimiter: str) -> tuple[str, ...] | Problem:
    """Return the column names; a column without a name (often the row number) is called by its position."""
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(_table_lines(file), delimiter=delimiter, strict=True)
        try:
            cells = _header_cells(reader)
        except csv.Error as error:
            return Problem(max(1, reader.line_num), "", "bad_quotes", _quote_detail(error))
        except _LineTooLongError:
            return _line_too_long(reader.line_num + 1)
    return tuple(cell or f"column {place}" for place, cell in enumerate(cells, start=1))


def _header_cells(reader: Iterator[list[str]]) -> list[str]:
    """Return the cells of the first line that is not blank."""
    return next((cells for cells in reader if cells), [])


class _LineTooLongError(Exception):
    pass


def _table_lines(file: IO[str]) -> Iterator[str]:
    for _, line in _lines(file, "\n"):
        if line is None:
            raise _LineTooLongError
        yield line


def _table_rows(path: Path, file_format: FileFormat) -> Iterator[Row]:
    with path.open(encoding=file_format.encoding, newline="") as file:
        reader = csv.reader(_table_lines(file), delimiter=file_format.delimiter, strict=True)
        _header_cells(reader)
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, Problem(line, "", "bad_quotes", _quote_detail(error))
                continue
            except _LineTooLongError:
                yield line, _line_too_long(line)
                return
            if any(cells):
                yield from ((line, row) for row in _read_cells(cells, file_format.columns, line))


def _quote_detail(error: csv.Error) -> str:
    if "end of data" in str(error):
        return "A quoted cell is opened here and never closed."
    return f"The quotes of this record do not fit ({error})."


def _read_cells(cells: list[str], columns: tuple[str, ...], line: int) -> Iterator[dict[str, Any] | Problem]:
    """Yield the row as an object, or all problems with it."""
    if len(cells) != len(columns):
        code = "missing_cells" if len(cells) < len(columns) else "extra_cells"
        yield Problem(line, "", code, f"There are {len(cells)} cells under {len(columns)} columns.")
        return
    faults = [
        Problem(line, column, "unstorable_text", f"“{column}” {fault}.")
        for column, cell in zip(columns, cells, strict=True)
        if (fault := text_fault(cell))
    ]
    if faults:
        yield from faults
    else:
        yield dict(zip(columns, cells, strict=True))
