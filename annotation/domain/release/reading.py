"""The lines of a release's files, one after the other; what cannot be read is reported and passed over."""

import csv
import hashlib
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from annotation.domain.jsonl import JsonLineError, loads
from annotation.domain.release.alignment import Line

Report = Callable[[str], object]
"""Takes a sentence about the file."""

_CHUNK: Final = 1 << 20


def json_lines(path: Path, report: Report) -> Iterator[Line]:
    with path.open("rb") as file:
        for number, content in enumerate(file, 1):
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
        next(rows, None)
        try:
            for id_, found in groupby(rows, lambda row: row[0] if row else ""):
                yield Line(id_, rows.line_num, b"", list(found))
        except (csv.Error, UnicodeDecodeError) as error:
            report(f"It cannot be read beyond line {rows.line_num}: {error}.")


def table_header(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        return file.readline()


def digest_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
