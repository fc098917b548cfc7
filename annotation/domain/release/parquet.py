"""The long tables as Parquet, where pyarrow is installed (the extra `parquet`).

The same rows under the same pyarrow give the same bytes; its version stands in the file, and in the release's options.
"""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from annotation.domain.release.manifest import File
from annotation.domain.release.tables import Row

_ROWS: Final = 20_000  # of a group
_CHUNK: Final = 1 << 20


def pyarrow_version() -> str:
    """Empty where it is not installed."""
    try:
        return version("pyarrow")
    except PackageNotFoundError:
        return ""


def parquet_path(table: str) -> str:
    """`table`: the path of the same as CSV."""
    return f"{table.removesuffix('.csv')}.parquet"


class ParquetTable:
    def __init__(self, directory: Path, table: str, types: Mapping[str, Any]) -> None:
        import pyarrow
        import pyarrow.parquet

        self._path = parquet_path(table)
        self._whole = directory / self._path
        self._table = pyarrow.Table
        names = {"string": "string", "int64": "int64", "float64": "double", "bool": "bool"}
        self._schema = pyarrow.schema([(name, names[type_]) for name, type_ in types.items()])
        self._writer = pyarrow.parquet.ParquetWriter(self._whole, self._schema)
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        self._rows += rows
        if len(self._rows) >= _ROWS:
            self._flush()

    def close(self) -> File:
        self._flush()
        self._writer.close()
        digest = hashlib.sha256()
        with self._whole.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        return File(self._path, self._whole.stat().st_size, digest.hexdigest())

    def abandon(self) -> None:
        """Let it go, where the work broke off; after `close` there is nothing to let go."""
        with suppress(OSError):  # what waits to be written has no room
            self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._table.from_pylist(self._rows, schema=self._schema))
        self._rows = []
