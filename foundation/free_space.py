"""The reserve of the disk: uploads, imports, builds and buffered responses leave it free for saves and log-ins."""

import shutil

from django.conf import settings

from foundation.errors import StorageFullError


def free_bytes() -> int:
    """Bytes that are free in the data directory."""
    return shutil.disk_usage(settings.DATA_DIR).free


def leaves_reserve(needed: int = 0) -> bool:
    """Return whether the reserve stays free after `needed` more bytes are written."""
    return free_bytes() - needed >= settings.DISK_RESERVE


def require_free_space(needed: int = 0) -> None:
    """Raise StorageFullError unless the reserve stays free after `needed` more bytes are written."""
    if not leaves_reserve(needed):
        left = free_bytes() - needed
        raise StorageFullError(
            f"The disk of the server is nearly full: {_megabytes(left)} would be left free, and "
            f"{_megabytes(settings.DISK_RESERVE)} are kept for people's work. The operator has to free space.",
            code="disk_reserve",
        )


def _megabytes(count: int) -> str:
    return f"{max(count, 0) / 1e6:,.0f} MB"
