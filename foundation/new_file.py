"""Write a file so that it is complete under its name, or not there."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foundation.archive_file import sync_directory


@contextmanager
def temporary_file(folder: Path, content: bytes) -> Iterator[Path]:
    """Write a file under a name of its own. At the end it is removed unless `put_in_place` has moved it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f".{uuid.uuid4().hex}"
    try:
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield path
    finally:
        path.unlink(missing_ok=True)


def put_in_place(partial: Path, path: Path) -> None:
    """Move a file within its folder, durably."""
    partial.rename(path)
    sync_directory(path.parent)
