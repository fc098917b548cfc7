"""Write records to a JSONL file, or to standard output."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from morelkit.formats.item_records import dumps


def write_records(records: Iterable[Mapping[str, Any]], out: str) -> int:
    """Write one JSON object a line to the file `out`, or to standard output for "-", and return how many.

    A file is written whole or not at all. Raises `OSError`.
    """
    if out == "-":
        return _write(records, sys.stdout.buffer)
    path = Path(out)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            written = _write(records, file)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return written


def _write(records: Iterable[Mapping[str, Any]], file: BinaryIO) -> int:
    written = 0
    for record in records:
        file.write(f"{dumps(record)}\n".encode())
        written += 1
    return written
