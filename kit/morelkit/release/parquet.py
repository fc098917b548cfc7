"""Write and read the release tables as Parquet, if pyarrow is installed (the extra `parquet`).

The same rows give the same bytes with the same version of pyarrow, which the file and the release's options state.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from morelkit.release.line_matching import Line
from morelkit.release.manifest import File
from morelkit.release.release_tables import Row

_ROWS: Final = 20_000  # in a row group
_BATCH: Final = 2_000  # rows read at a time
_CHUNK: Final = 1 << 20
_OF_PYARROW: Final = b"ARROW:schema"


def pyarrow_version() -> str:
    """Return the installed version of pyarrow, or ""."""
    try:
        return version("pyarrow")
    except PackageNotFoundError:
        return ""


def parquet_path(table: str) -> str:
    """Return the path of the Parquet file that belongs to the CSV file `table`."""
    return f"{table.removesuffix('.csv')}.parquet"


def can_read() -> bool:
    """Return whether pyarrow can be imported."""
    try:
        import_module("pyarrow.parquet")
    except ImportError:
        return False
    return True


def parquet_fault(path: Path, types: Mapping[str, Any]) -> str:
    """Return a sentence about a file that has not these columns, or has metadata of its own; "" if it is right."""
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            if not file.schema_arrow.equals(_schema(types)):
                return "Unexpected columns."
            if set(file.metadata.metadata or {}) - {_OF_PYARROW}:
                return "Unexpected metadata."
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        return f"It cannot be read: {error}."
    return ""


def parquet_lines(path: Path, types: Mapping[str, Any], report: Callable[[str], object]) -> Iterator[Line]:
    """Yield consecutive rows of the same item as one line, with the number of the first row."""
    import pyarrow.parquet

    number = 0

    def numbered() -> Iterator[tuple[int, list[Any]]]:
        nonlocal number
        with pyarrow.parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield number, [row[name] for name in types]

    try:
        for id_, group in groupby(numbered(), lambda each: each[1][0]):
            rows = list(group)
            yield Line(str(id_), rows[0][0], b"", [row for _, row in rows])
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        report(f"It cannot be read beyond row {number}: {error}.")


def _schema(types: Mapping[str, Any]) -> Any:
    import pyarrow

    names = {"string": "string", "int64": "int64", "float64": "double", "bool": "bool"}
    return pyarrow.schema([(name, names[type_]) for name, type_ in types.items()])


class ParquetTable:
    """Write one table. `table`: the path of the CSV file; `types`: the type of each column."""

    def __init__(self, directory: Path, table: str, types: Mapping[str, Any]) -> None:
        import pyarrow.parquet

        self._path = parquet_path(table)
        self._full_path = directory / self._path
        self._table = pyarrow.Table
        self._schema = _schema(types)
        self._writer = pyarrow.parquet.ParquetWriter(self._full_path, self._schema)
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        self._rows += rows
        if len(self._rows) >= _ROWS:
            self._flush()

    def close(self) -> File:
        self._flush()
        self._writer.close()
        digest = hashlib.sha256()
        with self._full_path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        return File(self._path, self._full_path.stat().st_size, digest.hexdigest())

    def discard(self) -> None:
        """Close the file after a failure. Does nothing after `close`."""
        with suppress(OSError):  # flushing the buffer can fail on a full disk
            self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._table.from_pylist(self._rows, schema=self._schema))
        self._rows = []
