"""One server process on SQLite: it has one writer, and the lock that keeps its order lives in the process."""

import fcntl
from typing import IO

from django.conf import settings
from django.db import connection

_held: list[IO[bytes]] = []


class AlreadyServingError(Exception):
    pass


def hold_server_lock() -> None:
    """Hold a file lock in the data directory for the life of this process. Raises AlreadyServingError."""
    if connection.vendor != "sqlite" or _held:
        return
    file = (settings.DATA_DIR / "server.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise AlreadyServingError(
            f"Another server uses {settings.DATA_DIR}. On SQLite there is one process; for several, set "
            "DATABASE_URL to PostgreSQL and REDIS_URL."
        ) from error
    _held.append(file)
