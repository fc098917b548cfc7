"""Read the lines of a release's files. Unreadable lines are reported and skipped."""

import csv
import hashlib
import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from morelkit.formats.formula_escaping import unescape_formula
from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.formats.spreadsheets import MAX_LINE
from morelkit.release.line_matching import Line

Report = Callable[[str], object]
"""Receives a sentence about the file."""

BOM_FOUND: Final = "Line 1 begins with a byte order mark."

_CHUNK: Final = 1 << 20
_MAX_LINE_BYTES: Final = 1 << 26  # more than any item has

csv.field_size_limit(MAX_LINE)  # process-wide; cells may be as long as in an import


def json_lines(
    path: Path, report: Report, id_key: str = "id", id_of_line: Callable[[int], str] | None = None
) -> Iterator[Line]:
    """Yield the lines of a JSONL file, without a byte order mark. `id_of_line`: the id of a record without one."""
    with path.open("rb") as file:
        line_ends = _LineEnds(report)
        for number, content in enumerate(iter(lambda: file.readline(_MAX_LINE_BYTES), b""), 1):
            if len(content) == _MAX_LINE_BYTES:
                report(f"Line {number} is too long, and nothing is read from there on.")
                return
            content = line_ends.checked(number, content.removeprefix(BOM_UTF8) if number == 1 else content)
            try:
                value = loads(content)
            except JsonLineError as error:
                report(f"Line {number} cannot be read: {error}")
                continue
            id_ = value.get(id_key)
            if id_key not in value:
                if id_of_line is None:
                    report(f"Line {number} has no {id_key}.")
                    continue
                id_ = id_of_line(number)
            yield Line(str(id_), number, content.removesuffix(b"\n"), value)


def table_lines(path: Path, report: Report) -> Iterator[Line]:
    """Yield consecutive rows of the same item as one line, without the header and a byte order mark."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        read: list[str] = []  # the lines of the current row
        rows = csv.reader(_recorded(file, read))
        line_ends = _LineEnds(report)

        def numbered() -> Iterator[tuple[int, list[str], bytes]]:
            for row in rows:
                content = line_ends.checked(rows.line_num, "".join(read).encode())
                yield rows.line_num + 1 - len(read), row, content
                read.clear()

        try:
            found = numbered()
            next(found, None)
            for id_, group in groupby(found, lambda each: each[1][0] if each[1] else ""):
                numbers, values, contents = zip(*group, strict=True)
                yield Line(unescape_formula(id_), numbers[0], b"".join(contents), list(values))
        except (csv.Error, UnicodeDecodeError) as error:
            report(f"It cannot be read beyond line {rows.line_num}: {error}.")


def _recorded(file: Iterable[str], read: list[str]) -> Iterator[str]:
    for line in file:
        read.append(line)
        yield line


class _LineEnds:
    """Checks that lines of a file end with a line feed. Reports other line breaks once."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._reported = False

    def checked(self, number: int, content: bytes) -> bytes:
        """Return the line with a line feed at its end."""
        if not content.endswith(b"\n"):
            self._report(f"Line {number} does not end with a line feed.")
            return content + b"\n"
        if content.endswith(b"\r\n"):
            if not self._reported:
                self._report(f"Line {number} ends with a carriage return and a line feed.")
            self._reported = True
            return content.removesuffix(b"\r\n") + b"\n"
        return content


def table_header(path: Path) -> bytes | None:
    """Return the first line of a file with a plain line feed and no byte order mark, or None if it cannot be read."""
    try:
        with path.open("rb") as file:
            header = file.readline(_MAX_LINE_BYTES).removeprefix(BOM_UTF8)
            return header.replace(b"\r\n", b"\n")
    except OSError:
        return None


def begins_with_bom(path: Path) -> bool:
    """Return whether a text file begins with a byte order mark. Raises `OSError`."""
    with path.open("rb") as file:
        return file.read(len(BOM_UTF8)) == BOM_UTF8


def read_json(path: Path) -> Any:
    """Return the JSON value in a file. Raises `ValueError` if it cannot be read for any reason."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from error


def digest_of(path: Path, skip: int = 0) -> str:
    """Return the sha256 of a file without its first `skip` bytes. Raises `OSError`."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        file.seek(skip)
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
