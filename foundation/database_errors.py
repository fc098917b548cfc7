"""What the disk or the database cannot do now, as errors that a caller understands and may retry."""

import errno
import sqlite3
from typing import Final

from django.db import Error, InterfaceError, OperationalError

from foundation.errors import AnnotationError, BusyError, StorageFullError

_FULL_DISK: Final = {errno.ENOSPC, errno.EDQUOT}
_SQLITE_FULL: Final = {"SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_SHMMAP"}
_SQLITE_BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")

# SQLSTATE of PostgreSQL. Without one, the connection was lost or none could be had.
_FULL: Final = "53100"
_TRANSIENT: Final = ("08", "40001", "40P01", "53", "55P03", "57P01", "57P02", "57P03")


def as_known(error: BaseException | None) -> AnnotationError | None:
    """Return the error for a failure of the disk or the database, and None for any other exception."""
    if isinstance(error, OSError):
        return _full() if error.errno in _FULL_DISK else None
    if not isinstance(error, Error):
        return None
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.Error):
        name = getattr(
            cause, "sqlite_errorname", ""
        )  # Errors of the module itself, such as of bindings, have none.
        if name in _SQLITE_FULL:
            return _full()
        return BusyError() if name.startswith(_SQLITE_BUSY) else None
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:
        return BusyError() if isinstance(error, OperationalError | InterfaceError) else None
    if state == _FULL:
        return _full()
    return BusyError() if state.startswith(_TRANSIENT) else None


def _full() -> StorageFullError:
    return StorageFullError(
        "The disk of the server is full. Nothing of this request was stored; try again once its operator has freed "
        "space."
    )
