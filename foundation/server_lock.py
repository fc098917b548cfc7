"""A lock that allows one server process only, unless Redis passes change events between several.

On SQLite there is always one: the lock that orders its writers is fast only within a process.
"""

import fcntl
import time
import zlib
from typing import Final

from django.conf import settings
from django.db import connection

_ADVISORY_LOCK = zlib.crc32(b"morel: the one server process")
_TRIES = 20
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
    elif not settings.REDIS_URL:
        _held.append(_lock_of_database())


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


def _lock_of_database() -> object:
    """Return the connection that holds the lock. It is a separate one because those of requests are closed."""
    import psycopg  # only where the database is PostgreSQL

    lock_connection = psycopg.connect(**connection.get_connection_params(), autocommit=True)
    for _ in range(_TRIES):
        found = lock_connection.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_LOCK]).fetchone()
        if found and found[0]:
            return lock_connection
        time.sleep(0.1)  # PostgreSQL may take a moment to notice that the previous server was killed.
    lock_connection.close()
    raise AlreadyServingError(
        "Another server uses this database. Several tell each other of changes through Redis: set REDIS_URL."
    )
