"""The reserve of the disk is that of the data directory. A backup may fill another disk."""

import io
from pathlib import Path

import pytest

from foundation.errors import StorageFullError
from foundation.free_space import ReservingFile, require_free_space

OTHER_DISK = Path("/dev/shm")  # noqa: S108 — nothing is written there


def test_only_the_disk_of_the_data_directory_has_a_reserve(settings):
    if not OTHER_DISK.is_dir() or OTHER_DISK.stat().st_dev == settings.DATA_DIR.stat().st_dev:
        pytest.skip("There is no other disk.")
    settings.DISK_RESERVE = 10**18
    require_free_space(0, OTHER_DISK)
    with pytest.raises(StorageFullError, match="The disk with /dev/shm is full"):
        require_free_space(10**18, OTHER_DISK)
    with pytest.raises(StorageFullError, match="nearly full"):
        require_free_space(0, settings.DATA_DIR)


def test_a_file_is_written_until_the_reserve_is_reached(settings):
    out = io.BytesIO()
    file = ReservingFile(out, settings.DATA_DIR)
    file.write(bytes(1 << 20))
    settings.DISK_RESERVE = 10**18
    with pytest.raises(StorageFullError):
        file.write(bytes(1 << 20))
    assert len(out.getvalue()) == 1 << 20
