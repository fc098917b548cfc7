"""Read the lines of a release's files. Unreadable lines are reported and skipped."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from morelkit.formats.formula_escaping import unescape_formula
from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.formats.spreadsheets import MAX_LINE
from morelkit.release.line_matching import Line

Report = Callable[[str], object]
"""Receives a sentence about the file."""

_CHUNK: Final = 1 << 20
_MAX_LINE_BYTES: Final = 1 << 26  # more than any item has

csv.field_size_limit(MAX_LINE)  # process-wide; cells may be as long as in an import


def json_lines(path: Path, report: Report) -> Iterator[Line]:
    """Yield the lines of a JSONL file."""
    with path.open("rb") as file:
        for number, content in enumerate(iter(lambda: file.readline(_MAX_LINE_BYTES), b""), 1):
            if len(content) == _MAX_LINE_BYTES:
                report(f"Line {number} is too long, and nothing is read from there on.")
                return
            try:
                value = loads(content)
            except JsonLineError as error:
                report(f"Line {number} cannot be read: {error}")
                continue
            if "id" not in value:
                report(f"Line {number} has no id.")
                continue
            yield Line(str(value["id"]), number, content.removesuffix(b"\n"), value)


def table_lines(path: Path, report: Report) -> Iterator[Line]:
    """Yield consecutive rows of the same item as one line, without the header."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        try:
            next(rows, None)
            for id_, found in groupby(rows, lambda row: row[0] if row else ""):
                yield Line(unescape_formula(id_), rows.line_num, b"", list(found))
        except (csv.Error, UnicodeDecodeError) as error:
            report(f"It cannot be read beyond line {rows.line_num}: {error}.")


def table_header(path: Path) -> bytes | None:
    """Return the first line of a file, or None if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.readline(_MAX_LINE_BYTES)
    except OSError:
        return None


def read_json(path: Path) -> Any:
    """Return the JSON value in a file. Raises `ValueError` if it cannot be read for any reason."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from error


def digest_of(path: Path) -> str:
    """Return the sha256 of a file. Raises `OSError`."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
