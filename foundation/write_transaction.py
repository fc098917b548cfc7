"""Write transactions.

SQLite has one writer at a time, and it polls for its turn with growing pauses: with eight people saving, some wait most
of a second. A lock that wakes the next waiting thread replaces the poll. Between processes, such as an import command
and the server, it is a lock on a file. PostgreSQL needs neither.
"""

import fcntl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings
from django.db import connection, transaction


class _WriteLock:
    """A lock between threads and processes. Reentrant within a thread."""

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


_write_lock = _WriteLock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Commit everything that the block writes, or nothing."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _write_lock(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


@contextmanager
def batch_transaction() -> Iterator[None]:
    """A write transaction for one batch of many. It pauses afterwards so that waiting saves go first."""
    with write_transaction():
        yield
    time.sleep(0.002)
