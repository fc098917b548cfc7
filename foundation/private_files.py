"""Files of the data directory are for the user of the server only."""

import os
import stat
from pathlib import Path

UMASK = 0o077


def make_private(directory: Path) -> None:
    """Remove the access of others from a folder and everything in it, such as what an earlier version has written."""
    for folder, _, files in os.walk(directory):
        for path in [Path(folder), *(Path(folder, name) for name in files)]:
            mode = path.lstat().st_mode
            if mode & UMASK and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~UMASK)
