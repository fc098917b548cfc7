"""The reserve of the disk: what is not people's work leaves it free for saves and logins."""

import io
import shutil
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

from foundation.errors import StorageFullError

_CHECKED_EVERY: Final = 1 << 20  # bytes


def free_bytes() -> int:
    """Bytes that are free in the data directory."""
    return shutil.disk_usage(settings.DATA_DIR).free


def leaves_reserve(needed: int = 0) -> bool:
    """Return whether the reserve stays free after `needed` more bytes are written."""
    return free_bytes() - needed >= settings.DISK_RESERVE


def require_free_space(needed: int = 0, directory: Path | None = None) -> None:
    """Raise StorageFullError unless the reserve stays free after `needed` more bytes are written.

    `directory`: where they are written, by default the data directory. Another disk has no reserve.
    """
    directory = directory or settings.DATA_DIR
    left = shutil.disk_usage(directory).free - needed
    if directory.stat().st_dev != settings.DATA_DIR.stat().st_dev:
        if left < 0:
            raise StorageFullError(
                f"The disk with {directory} is full: {_megabytes(-left)} more are needed.", code="disk_full"
            )
    elif left < settings.DISK_RESERVE:
        raise StorageFullError(
            f"The disk of the server is nearly full: {_megabytes(left)} would be left free, and "
            f"{_megabytes(settings.DISK_RESERVE)} are kept for people's work. The operator has to free space.",
            code="disk_reserve",
        )


class ReservingFile(io.RawIOBase):
    """Writes to `out`, a file in `directory`, as long as the reserve stays free. Raises as `require_free_space`."""

    def __init__(self, out: IO[bytes], directory: Path) -> None:
        self._out, self._directory = out, directory
        self._unchecked = 0
        require_free_space(directory=directory)

    def write(self, data: Any) -> int:
        self._unchecked += len(data)
        if self._unchecked >= _CHECKED_EVERY:
            require_free_space(self._unchecked, self._directory)
            self._unchecked = 0
        return self._out.write(data)


def _megabytes(count: int) -> str:
    return f"{max(count, 0) / 1e6:,.0f} MB"
