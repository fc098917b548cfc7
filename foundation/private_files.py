"""Files of the data directory are for the user of the server only."""

import logging
import os
import stat
from pathlib import Path
from typing import IO, Any, Final, Literal

logger = logging.getLogger(__name__)

UMASK: Final = 0o077


def open_private(path: Path, mode: Literal["wb", "w"] = "wb", *, replace: bool = False) -> IO[Any]:
    """Create a file that only its owner may read. Texts are UTF-8.

    `replace`: empty an existing file. Otherwise raises FileExistsError, for a link too.
    """
    flags = os.O_CREAT | os.O_WRONLY | (os.O_TRUNC if replace else os.O_EXCL)
    return os.fdopen(os.open(path, flags, 0o600), mode, encoding=None if mode == "wb" else "utf-8")


def make_private(directory: Path) -> None:
    """Remove the access of others from a folder and everything in it, such as what an earlier version has written.

    Files that disappear while it runs are left out, and so are files of other users, which the log names.
    """
    for folder, _, files in os.walk(directory):
        for path in [Path(folder), *(Path(folder, name) for name in files)]:
            try:
                mode = path.lstat().st_mode
                if mode & UMASK and not stat.S_ISLNK(mode):
                    path.chmod(stat.S_IMODE(mode) & ~UMASK)
            except FileNotFoundError:
                pass
            except PermissionError as error:
                logger.warning("Other users may read %s: %s.", path, error.strerror)
