"""A lock that allows one server process only, unless one Redis passes change events between several.

On SQLite there is always one: the lock that orders its writers is fast only within a process.
"""

import fcntl
import logging
import threading
import time
import zlib
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)

_ADVISORY_LOCK = zlib.crc32(b"morel: the one server process")
_ADVISORY_CLASS = zlib.crc32(b"morel: REDIS_URL") >> 1
_TRIES = 20
_RENEWAL_SECONDS: Final = 5.0
_ALONE = (
    "Another server uses this database. Several tell each other of changes through Redis: set the same REDIS_URL for "
    "all of them."
)
_held: list[object] = []

RESTORING: Final = ".restoring"
"""Folder in the data directory that exists while a backup is restored, or after a restore was killed."""


class AlreadyServingError(Exception):
    pass


def hold_server_lock(*, restoring: bool = False) -> None:
    """Lock a file in the data directory, or an advisory lock in PostgreSQL, until this process ends.

    Raises AlreadyServingError if another server holds it, and unless `restoring`, if a restore was killed.
    """
    if _held:
        return
    if not restoring and (settings.DATA_DIR / RESTORING).exists():
        raise AlreadyServingError(
            f"A restore into {settings.DATA_DIR} has not ended: run `restore` again with the same backup."
        )
    if connection.vendor == "sqlite":
        _held.append(_lock_of_directory())
    else:
        _held.append(_DatabaseLock(alone=restoring or not settings.REDIS_URL))


def _lock_of_directory() -> object:
    file = (settings.DATA_DIR / "server.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise AlreadyServingError(
            f"Another server uses {settings.DATA_DIR}. On SQLite there is one process; for several, set "
            "DATABASE_URL to PostgreSQL and REDIS_URL."
        ) from error
    return file


class _DatabaseLock:
    """Locks the database, `alone` or with all processes that have the same Redis.

    The locks belong to a connection of their own, because those of requests are closed. PostgreSQL forgets them when it
    restarts, so that a thread takes them again.
    """

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self._connection = _locked_connection(alone=alone)
        self._closed = threading.Event()
        threading.Thread(target=self._renew, name="morel-server-lock", daemon=True).start()

    def close(self) -> None:
        self._closed.set()
        self._connection.close()

    def _renew(self) -> None:
        import psycopg

        while not self._closed.wait(_RENEWAL_SECONDS):
            try:
                self._connection.execute("SELECT 1")
            except psycopg.Error:
                if self._closed.is_set():
                    return
                self._connection.close()
                with suppress(psycopg.Error):
                    self._take_again()

    def _take_again(self) -> None:
        try:
            self._connection = _locked_connection(alone=self._alone)
        except AlreadyServingError as error:
            logger.error("After a restart of PostgreSQL this server has no lock. Stop one of them. %s", error)


def _locked_connection(*, alone: bool) -> Any:
    """Return a connection that holds the locks. Raises AlreadyServingError."""
    import psycopg  # only where the database is PostgreSQL

    lock_connection = psycopg.connect(**connection.get_connection_params(), autocommit=True)
    lock = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    refusal = _ALONE
    for _ in range(_TRIES):
        found = lock_connection.execute(f"SELECT {lock}(%s)", [_ADVISORY_LOCK]).fetchone()
        if found and found[0]:
            if alone or _is_same_redis(lock_connection):
                return lock_connection
            refusal = "Another server uses this database with another REDIS_URL: give all the same one."
            break
        time.sleep(0.1)  # PostgreSQL may take a moment to notice that the previous server was killed.
    lock_connection.close()
    raise AlreadyServingError(refusal)


def _is_same_redis(lock_connection: Any) -> bool:
    """Announce REDIS_URL to other processes by a lock, and return whether all announce the same one."""
    mine = zlib.crc32(settings.REDIS_URL.encode()) - (1 << 31)
    lock_connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", [_ADVISORY_CLASS, mine])
    others = lock_connection.execute(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = %s"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid::bigint <> %s",
        [_ADVISORY_CLASS, mine % (1 << 32)],
    ).fetchone()
    return bool(others[0] == 0)
