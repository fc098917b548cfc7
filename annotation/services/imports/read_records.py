"""Read the records of an import and collect problems."""

from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from annotation.models import Import
from annotation.queries.imports.import_list import record_files
from annotation.queries.projects.access import record_format_of
from morelkit.formats.column_mapping import Problem, check_mapping, guess_mapping
from morelkit.formats.item_records import row_id
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.spreadsheets import FileFormat, iter_rows

T = TypeVar("T")

LISTED = 1_000  # problems stored; further ones are only counted
BATCH = 500  # records per query and per transaction


@dataclass(frozen=True, slots=True)
class ImportFile:
    """One file of an import."""

    name: str
    path: Path
    file_format: FileFormat
    record_format: RecordFormat
    mapping: dict[str, str]  # field → column


@dataclass(frozen=True, slots=True)
class Row:
    """One record with its file, its line, and its number in the file, from 1."""

    file: ImportFile
    line: int
    number: int
    values: dict[str, Any]

    @property
    def row_id(self) -> str:
        return row_id(self.file.name, self.number)


@dataclass
class Problems:
    """Problems of an import: the first `LISTED` of them, and their number."""

    listed: list[tuple[ImportFile, Problem]] = field(default_factory=list)
    count: int = 0

    def add(self, file: ImportFile, problem: Problem) -> None:
        self.count += 1
        if len(self.listed) < LISTED:
            self.listed.append((file, problem))

    def in_order(self, files: list[ImportFile]) -> list[dict[str, Any]]:
        """Return the problems as JSON, ordered by file and line."""
        number = {id(file): number for number, file in enumerate(files)}
        return [
            {"file": file.name, **asdict(problem)}
            for file, problem in sorted(self.listed, key=lambda each: (number[id(each[0])], each[1].line))
        ]


def files_of(import_: Import) -> list[ImportFile]:
    found, record_format = [], record_format_of(import_.project)
    for stored in record_files(import_):
        columns = tuple(stored["columns"])
        file_format = FileFormat(stored["format"], stored["encoding"], stored["delimiter"], columns)
        mapping = import_.mapping or stored.get("mapping") or guess_mapping(columns, record_format)
        found.append(ImportFile(stored["name"], Path(stored["path"]), file_format, record_format, mapping))
    return found


def rows(files: list[ImportFile], problems: Problems | None = None) -> Iterator[Row]:
    """Yield readable records. Unreadable ones are added to `problems`, if given."""
    for file in files:
        for number, (line, values) in enumerate(iter_rows(file.path, file.file_format), start=1):
            if isinstance(values, Problem):
                if problems is not None:
                    problems.add(file, values)
            else:
                yield Row(file, line, number, values)


def check_mappings(files: list[ImportFile], problems: Problems, language: str) -> None:
    for file in files:
        columns = file.file_format.columns
        for problem in check_mapping(file.mapping, columns, language, file.record_format):
            problems.add(file, problem)


def count_records(files: list[ImportFile]) -> int:
    """Return the number of records, or 0: it is known of a JSON list only when all of it is parsed."""
    if any(file.file_format.format == "json" for file in files):
        return 0
    return sum(map(_count_records, files))


def _count_records(file: ImportFile) -> int:
    if file.file_format.format != "jsonl":
        return sum(1 for _ in iter_rows(file.path, file.file_format))
    count, blank = 0, True
    with file.path.open("rb") as opened:
        while part := opened.readline(1 << 20):  # of a line that may be longer
            blank = blank and not part.strip()
            if part.endswith(b"\n"):
                count += not blank
                blank = True
    return count + (not blank)


class DuplicateIds:
    """Finds duplicate ids, or other texts, in an import. Stores 16 bytes per id, not the ids themselves."""

    def __init__(self, files: list[ImportFile]) -> None:
        self._files = files
        self._number = {id(file): number for number, file in enumerate(files)}
        self._ids = array("Q")
        self._positions = array("Q")

    def add(self, row: Row, external_id: str) -> None:
        digest = blake2b(external_id.encode(), digest_size=8).digest()
        self._ids.append(int.from_bytes(digest, "big"))
        self._positions.append(self._number[id(row.file)] << 48 | row.line)

    def report(
        self,
        problems: Problems,
        column: str,
        code: str = "duplicate_id",
        detail: str = "This id stands in {} already.",
    ) -> None:
        """Add a problem for each id that is there already. `detail`: a sentence with a place for where."""
        ids = np.frombuffer(self._ids, dtype=np.uint64) if self._ids else np.empty(0, np.uint64)
        order = np.argsort(ids, kind="stable")
        again = np.flatnonzero(ids[order][1:] == ids[order][:-1]) + 1
        for at in np.sort(order[again]):
            first = order[np.searchsorted(ids[order], ids[at])]
            here, there = self._position(int(at)), self._position(int(first))
            where = f"line {there[1]}" + ("" if here[0] is there[0] else f" of {there[0].name}")
            problems.add(here[0], Problem(here[1], column, code, detail.format(where)))

    def _position(self, index: int) -> tuple[ImportFile, int]:
        position = self._positions[index]
        return self._files[position >> 48], position & (1 << 48) - 1
