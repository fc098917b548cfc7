"""Files of predictions in the data directory, by their sha256. A file is on the disk before its row is committed."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from evaluation.models import Submission
from evaluation.queries.stored_files import root, submission_file
from foundation.jobs import hourly
from foundation.private_files import open_private
from morelkit.release.build import sync_folder

QUEUE: Final = "scoring"
_ORPHAN_SECONDS: Final = 86_400
"""Age at which a file that no submission names is removed."""


@contextmanager
def storing() -> Iterator[None]:
    """Keep stored files until their rows are committed: nothing removes files without rows inside of the block."""
    with _locked(fcntl.LOCK_SH):
        yield


def store(path: Path, sha256: str) -> None:
    """Move a file to its place, durably. Call it inside of `storing`."""
    final = submission_file(sha256)
    if not final.parent.is_dir():
        final.parent.mkdir(parents=True, exist_ok=True)
        sync_folder(final.parent.parent)
    with path.open("rb") as file:
        os.fsync(file.fileno())
    path.replace(final)
    sync_folder(final.parent)


@hourly(QUEUE)
def remove_orphans() -> None:
    """Remove files of uploads that were never committed, after a day."""
    folder = submission_file("00").parent.parent
    if not folder.is_dir():
        return
    with _locked(fcntl.LOCK_EX):
        before = time.time() - _ORPHAN_SECONDS
        for prefix in folder.iterdir():
            if prefix.is_dir():
                _remove_old(prefix, before)


def _remove_old(folder: Path, before: float) -> None:
    old = [path for path in folder.iterdir() if path.stat().st_mtime < before]
    named = Submission.objects.filter(sha256__in=[path.name for path in old])
    kept = set(named.values_list("sha256", flat=True))
    for path in old:
        if path.name not in kept:
            with suppress(FileNotFoundError):
                path.unlink()


@contextmanager
def _locked(how: int) -> Iterator[None]:
    path = root() / "submissions" / ".lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        open_private(path).close()
    with path.open("rb") as lock:
        fcntl.flock(lock, how)
        yield
