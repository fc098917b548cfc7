"""Write the release tables as Parquet, if pyarrow is installed (the extra `parquet`).

The same rows give the same bytes with the same version of pyarrow, which the file and the release's options state.
"""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from morelkit.release.manifest import File
from morelkit.release.release_tables import Row

_ROWS: Final = 20_000  # in a row group
_CHUNK: Final = 1 << 20


def pyarrow_version() -> str:
    """Return the installed version of pyarrow, or ""."""
    try:
        return version("pyarrow")
    except PackageNotFoundError:
        return ""


def parquet_path(table: str) -> str:
    """Return the path of the Parquet file that belongs to the CSV file `table`."""
    return f"{table.removesuffix('.csv')}.parquet"


class ParquetTable:
    """Write one table. `table`: the path of the CSV file; `types`: the type of each column."""

    def __init__(self, directory: Path, table: str, types: Mapping[str, Any]) -> None:
        import pyarrow
        import pyarrow.parquet

        self._path = parquet_path(table)
        self._full_path = directory / self._path
        self._table = pyarrow.Table
        names = {"string": "string", "int64": "int64", "float64": "double", "bool": "bool"}
        self._schema = pyarrow.schema([(name, names[type_]) for name, type_ in types.items()])
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
