"""A small file system in memory as a data directory, which a process with a mount namespace of its own may mount."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.databases import postgres_url
from tests.paths import ROOT

MEGABYTES: Final = 24
_INSIDE: Final = "MOREL_TEST_SMALL_DISK"
_NAMESPACE: Final = ["unshare", "--user", "--map-root-user", "--mount"]


def _has_namespaces() -> bool:
    try:
        return subprocess.run([*_NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def in_namespace(test: object) -> object:
    """Mark a test that runs on the small disk only."""
    return pytest.mark.skipif(_INSIDE not in os.environ, reason="It is run by the first test of the file.")(
        test
    )


def outside(test: object) -> object:
    """Mark the test that runs the others of its file on the small disk."""
    for skipped, reason in (
        (_INSIDE in os.environ, "This is the namespace."),
        (bool(postgres_url()), "The data of PostgreSQL lie elsewhere."),
        (not _has_namespaces(), "This machine has no user namespaces."),
    ):
        test = pytest.mark.skipif(skipped, reason=reason)(test)
    return test


def run_on_small_disk(file: str, directory: Path) -> None:
    """Run the tests of a file with `directory` as a small file system. All of them must pass."""
    mount = f'mount -t tmpfs -o size={MEGABYTES}m tmpfs "{directory}" && exec "$@"'
    pytest_here = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", file]
    # A run of its own: as a worker it would share files with all later runs.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(
        [*_NAMESPACE, "sh", "-c", mount, "sh", *pytest_here],
        cwd=ROOT,
        env=kept | {_INSIDE: str(directory)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def disk() -> Path:
    """The folder of the small file system."""
    return Path(os.environ[_INSIDE])


class Filler:
    """A file of somebody else that takes all the space."""

    def __init__(self) -> None:
        self._path = disk() / "filler"

    def fill(self) -> None:
        with self._path.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)
