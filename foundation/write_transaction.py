"""Write transactions.

SQLite has one writer at a time, and its own waiting is a poll with growing pauses: with eight people saving, some
wait most of a second. A lock that wakes the next in line replaces the poll: between the threads of this process, and
through a lock file between processes (an import by command and the server). PostgreSQL needs neither.
"""

import fcntl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings
from django.db import connection, transaction


class _Gate:
    """A lock among threads and processes. Reentrant within a thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._file: IO[bytes] | None = None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        with self._lock:
            if self._file is None:
                self._file = (settings.DATA_DIR / "write.lock").open("ab")
            if self._depth == 0:
                fcntl.flock(self._file, fcntl.LOCK_EX)
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if self._depth == 0:
                    fcntl.flock(self._file, fcntl.LOCK_UN)


_gate = _Gate()


@contextmanager
def writing() -> Iterator[None]:
    """All of the block, or nothing of it, is written."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _gate(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


@contextmanager
def writing_in_turn() -> Iterator[None]:
    """As `writing`, for one batch of many: afterwards those who wait to save go first."""
    with writing():
        yield
    time.sleep(0.002)
