"""The records of an import, file after file, and what is wrong with them."""

from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from annotation.models import Import
from morelkit.formats.column_mapping import Problem, check_mapping, guess_mapping
from morelkit.formats.spreadsheets import FileFormat, iter_rows

T = TypeVar("T")

LISTED = 1_000  # problems named one by one; the rest are counted
BATCH = 500  # records looked up, or written, at a time


@dataclass(frozen=True, slots=True)
class Source:
    """One file of an import."""

    name: str
    path: Path
    file_format: FileFormat
    mapping: dict[str, str]  # field → column


@dataclass(frozen=True, slots=True)
class Row:
    """One record and where it stands."""

    source: Source
    line: int
    values: dict[str, Any]


@dataclass
class Problems:
    """What is wrong with an import: the first of it listed, all of it counted."""

    listed: list[tuple[Source, Problem]] = field(default_factory=list)
    count: int = 0

    def add(self, source: Source, problem: Problem) -> None:
        self.count += 1
        if len(self.listed) < LISTED:
            self.listed.append((source, problem))

    def in_order(self, files: list[Source]) -> list[dict[str, Any]]:
        """As they stand in the files, line by line."""
        number = {id(source): number for number, source in enumerate(files)}
        return [
            {"file": source.name, **asdict(problem)}
            for source, problem in sorted(self.listed, key=lambda each: (number[id(each[0])], each[1].line))
        ]


def sources(import_: Import) -> list[Source]:
    found = []
    for file in import_.files:
        columns = tuple(file["columns"])
        file_format = FileFormat(file["format"], file["encoding"], file["delimiter"], columns)
        mapping = import_.mapping or guess_mapping(columns)
        found.append(Source(file["name"], Path(file["path"]), file_format, mapping))
    return found


def rows(files: list[Source], problems: Problems | None = None) -> Iterator[Row]:
    """The readable records; the others are added to `problems` where it is given."""
    for source in files:
        for line, values in iter_rows(source.path, source.file_format):
            if isinstance(values, Problem):
                if problems is not None:
                    problems.add(source, values)
            else:
                yield Row(source, line, values)


def check_mappings(files: list[Source], problems: Problems, language: str) -> None:
    for source in files:
        for problem in check_mapping(source.mapping, source.file_format.columns, language):
            problems.add(source, problem)


def count_lines(files: list[Source]) -> int:
    """Line breaks in the files: the number of records, or a little more, without parsing them."""
    total = 0
    for source in files:
        with source.path.open("rb") as file:
            while block := file.read(1 << 20):
                total += block.count(b"\n")
    return total


class Repeats:
    """Finds ids that stand in an import twice, with 16 bytes an id instead of the ids themselves."""

    def __init__(self, files: list[Source]) -> None:
        self._files = files
        self._number = {id(source): number for number, source in enumerate(files)}
        self._ids = array("Q")
        self._places = array("Q")

    def add(self, row: Row, external_id: str) -> None:
        digest = blake2b(external_id.encode(), digest_size=8).digest()
        self._ids.append(int.from_bytes(digest, "big"))
        self._places.append(self._number[id(row.source)] << 48 | row.line)

    def report(self, problems: Problems, column: str) -> None:
        ids = np.frombuffer(self._ids, dtype=np.uint64) if self._ids else np.empty(0, np.uint64)
        order = np.argsort(ids, kind="stable")
        again = np.flatnonzero(ids[order][1:] == ids[order][:-1]) + 1
        for at in np.sort(order[again]):
            first = order[np.searchsorted(ids[order], ids[at])]
            here, there = self._place(int(at)), self._place(int(first))
            where = f"line {there[1]}" + ("" if here[0] is there[0] else f" of {there[0].name}")
            detail = f"This id stands in {where} already."
            problems.add(here[0], Problem(here[1], column, "duplicate_id", detail))

    def _place(self, index: int) -> tuple[Source, int]:
        place = self._places[index]
        return self._files[place >> 48], place & (1 << 48) - 1
