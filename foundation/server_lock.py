"""One server process, unless there is a Redis by which several tell each other of changes.

SQLite has one writer, and the lock that keeps its order lives in the process: there it is one in any case.
"""

import fcntl
import time
import zlib

import psycopg
from django.conf import settings
from django.db import connection

_ADVISORY_LOCK = zlib.crc32(b"morel: the one server process")
_TRIES = 20
_held: list[object] = []


class AlreadyServingError(Exception):
    pass


def hold_server_lock() -> None:
    """Hold a lock for the life of this process: on a file in the data directory, or in PostgreSQL.

    Raises AlreadyServingError.
    """
    if _held:
        return
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
    """The connection that holds it: one of its own, for those of requests come and go."""
    own = psycopg.connect(**connection.get_connection_params(), autocommit=True)
    for _ in range(_TRIES):
        found = own.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_LOCK]).fetchone()
        if found and found[0]:
            return own
        time.sleep(0.1)  # that of a server which was killed just now is about to be gone
    own.close()
    raise AlreadyServingError(
        "Another server uses this database. Several tell each other of changes through Redis: set REDIS_URL."
    )
