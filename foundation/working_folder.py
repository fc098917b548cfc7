"""Temporary folders for work that can be killed: what it left is found and removed later, and nothing that is in use.

A folder is locked while its process lives. The kernel releases the lock of a process that is killed.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from django.conf import settings

from foundation.errors import InvalidError
from foundation.jobs import hourly

_PREFIX: Final = ".morel-"
_SUFFIX: Final = ".working"
_LOCK: Final = ".lock"
"""File in the folder. Network file systems lock files and no folders."""


@contextmanager
def working_folder(parent: Path) -> Iterator[Path]:
    """A folder in `parent`, which is removed at the end. Folders that killed processes left there are removed first.

    Raises InvalidError if `parent` cannot be written.
    """
    try:
        remove_abandoned_folders(parent)
        folder, lock = _locked_folder(parent)
    except OSError as error:
        raise InvalidError(f"{parent}: {error.strerror}.", code="unwritable") from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_abandoned_folders(parent: Path) -> None:
    """Remove the working folders in `parent` that no process uses."""
    for folder in parent.glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):  # Another process removes it, or uses it, or it is another user's.
            lock = _open_lock(folder)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(lock)


@hourly("work")
def remove_abandoned_folders_of_site() -> None:
    remove_abandoned_folders(settings.DATA_DIR)


def _locked_folder(parent: Path) -> tuple[Path, int]:
    """Create a folder. Another process may remove it before it is locked: then create another one."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, suffix=_SUFFIX, dir=parent))
        with suppress(FileNotFoundError), ExitStack() as closing:
            lock = _open_lock(folder)
            closing.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.samestat((folder / _LOCK).stat(), os.fstat(lock)):
                closing.pop_all()
                return folder, lock


def _open_lock(folder: Path) -> int:
    return os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
