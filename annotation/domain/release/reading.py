"""The lines of a release's files, one after the other; what cannot be read is reported and passed over."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from annotation.domain.jsonl import JsonLineError, loads
from annotation.domain.release.alignment import Line
from annotation.domain.spreadsheets import as_it_was
from annotation.domain.tables import MAX_LINE

Report = Callable[[str], object]
"""Takes a sentence about the file."""

_CHUNK: Final = 1 << 20
_LONGEST: Final = 1 << 26  # bytes of a line: more than any item has

csv.field_size_limit(MAX_LINE)  # process-wide in Python; an item's cell may be as long as it could come


def json_lines(path: Path, report: Report) -> Iterator[Line]:
    with path.open("rb") as file:
        for number, content in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
            if len(content) == _LONGEST:
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
    """The rows below each other that are about one item, as one line. The columns are not named again."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        try:
            next(rows, None)
            for id_, found in groupby(rows, lambda row: row[0] if row else ""):
                yield Line(as_it_was(id_), rows.line_num, b"", list(found))
        except (csv.Error, UnicodeDecodeError) as error:
            report(f"It cannot be read beyond line {rows.line_num}: {error}.")


def table_header(path: Path) -> bytes | None:
    """None where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.readline(_LONGEST)
    except OSError:
        return None


def read_json(path: Path) -> Any:
    """Raises ValueError for whatever makes it unreadable."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from error


def digest_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
