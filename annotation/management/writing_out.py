"""Write records to a file, or to standard output. A file appears whole or not at all."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation.domain.records import dumps
from annotation.errors import InvalidError


def write_records(records: Iterable[Mapping[str, Any]], out: str) -> int:
    """One JSON object a line; returns how many."""
    if out == "-":
        return _write(records, sys.stdout.buffer.write)
    path = Path(out)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            written = _write(records, file.write)
        partial.replace(path)
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error
    finally:
        partial.unlink(missing_ok=True)
    return written


def _write(records: Iterable[Mapping[str, Any]], write: Any) -> int:
    written = 0
    for record in records:
        write(f"{dumps(record)}\n".encode())
        written += 1
    return written
