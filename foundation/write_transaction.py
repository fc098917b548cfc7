"""Write transactions.

SQLite has one writer at a time, and it polls for its turn with growing pauses: with eight people saving, some wait most
of a second. A lock that wakes the next waiting thread replaces the poll. Between processes, such as an import command
and the server, it is a lock on a file, for which a thread of its own waits. PostgreSQL needs neither.

A request waits a few seconds for a lock that something else holds and is then refused. Those behind it are refused
immediately for a moment, because they would wait one after another.
"""

import fcntl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.db import OperationalError, connection, transaction

from foundation.audit_context import current_context
from foundation.database_errors import as_known
from foundation.errors import BusyError

REQUEST_WAIT: Final = 3.0
"""Seconds for which a request waits for a lock. Jobs and commands wait longer."""

_REFUSED_AFTERWARDS: Final = 1.0
"""Seconds for which requests are refused after one has waited in vain."""


class _WriteLock:
    """A lock between threads and processes. Reentrant within a thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._file: IO[bytes] | None = None

    @contextmanager
    def __call__(self, *, patience: float) -> Iterator[None]:
        """Hold the lock. `patience`: seconds to wait for it, or -1 for ever. Raises BusyError."""
        deadline = time.monotonic() + patience
        if not self._lock.acquire(timeout=patience):
            raise BusyError
        try:
            if self._depth == 0:
                self._lock_file(None if patience < 0 else deadline)
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if self._depth == 0 and self._file:
                    fcntl.flock(self._file, fcntl.LOCK_UN)
        finally:
            self._lock.release()

    def _lock_file(self, deadline: float | None) -> None:
        if self._file is None:
            self._file = (settings.DATA_DIR / "write.lock").open("ab")
        if deadline is None:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            unlocked, self._file = self._file, _locked_in_time(self._file.name, deadline)
            unlocked.close()


def _locked_in_time(path: str, deadline: float) -> IO[bytes]:
    """Return the file, locked. Raises BusyError after the deadline.

    A thread waits for the lock: the system wakes it before a command takes the lock for its next batch. A poll would
    often come too late. If the lock comes after the deadline, the thread closes the file, which releases the lock.
    """
    locked: Future[IO[bytes]] = Future()

    def wait() -> None:
        file = Path(path).open("ab")  # noqa: SIM115 — closed when the next one replaces it
        fcntl.flock(file, fcntl.LOCK_EX)
        if locked.set_running_or_notify_cancel():
            locked.set_result(file)
        else:
            file.close()

    threading.Thread(target=wait, name="morel-write-lock", daemon=True).start()
    try:
        return locked.result(deadline - time.monotonic())
    except TimeoutError:
        if locked.cancel():
            raise BusyError from None
        return locked.result()


class _Refusals:
    """Refuses requests for a moment after one of them has waited for a lock in vain."""

    def __init__(self) -> None:
        self._until = 0.0

    @contextmanager
    def watched(self) -> Iterator[None]:
        if time.monotonic() < self._until:
            raise BusyError
        try:
            yield
        except (BusyError, OperationalError) as error:
            if isinstance(error, BusyError) or isinstance(as_known(error), BusyError):
                self._until = time.monotonic() + _REFUSED_AFTERWARDS
            raise


_write_lock = _WriteLock()
_refusals = _Refusals()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Commit everything that the block writes, or nothing. Raises BusyError in a request that waits too long."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        if current_context().source == "web":
            with _refusals.watched(), _write_lock(patience=REQUEST_WAIT), transaction.atomic():
                yield
        else:
            with _write_lock(patience=-1), transaction.atomic():
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


def wait_as_long_as_needed(connection: Any, **_signal: Any) -> None:
    """Let a new SQLite connection of a job or a command wait for locks longer than one of a request."""
    if connection.vendor == "sqlite" and current_context().source != "web":
        connection.connection.execute("PRAGMA busy_timeout = 30000")
