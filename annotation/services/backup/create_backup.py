"""Write a backup of the site while people work."""

import fcntl
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from annotation.services.backup.database_snapshot import DatabaseSnapshot, database_snapshot
from annotation.services.backup.referenced_files import ReferencedFiles, take_files
from foundation.archive_file import refuse_existing, write_archive
from foundation.audit import SITE, AuditKind, record_read
from foundation.errors import ConflictError, InvalidError

KIND: Final = "morel-backup"
SECRET_KEY_FILE: Final = "secret-key"  # noqa: S105 — a name

_ATTEMPTS: Final = 8
_PAUSE: Final = 0.25  # seconds, after the first attempt


@dataclass(frozen=True)
class Backup:
    """`counts`: rows by table. `missing`: what rows refer to and the site did not have, in sentences."""

    size: int
    members: int
    counts: dict[str, int]
    missing: list[str]


def create_backup(target: Path) -> Backup:
    """Write the archive to the new file `target`. Raises InvalidError, and ConflictError while another backup runs."""
    refuse_existing(target)
    with _only_backup(), _consistent_snapshot() as (snapshot, taken), _staging(target) as staging:
        secret = staging / SECRET_KEY_FILE
        secret.write_text(settings.SECRET_KEY)
        try:
            database = snapshot.write_files(staging)
        except OSError as error:
            raise InvalidError(f"{target.parent}: {error.strerror or error}.", code="unwritable") from error
        counts = snapshot.counts()
        head = {
            "morel": morel_version(),
            "created_at": timezone.now().isoformat(),
            "data_directory": str(settings.DATA_DIR),
            "database": snapshot.vendor,
            "migrations": snapshot.migrations(),
            "columns": snapshot.columns(),
            "counts": counts,
            "missing": taken.missing,
        }
        members = write_archive(target, KIND, head, [(SECRET_KEY_FILE, secret), *database, *taken.files])
    record_read(AuditKind.BACKUP_CREATED, SITE, rows=sum(counts.values()), missing=len(taken.missing))
    return Backup(target.stat().st_size, len(members), counts, taken.missing)


def morel_version() -> str:
    try:
        return version("morel-server")
    except PackageNotFoundError:
        return "checkout"


@contextmanager
def _consistent_snapshot() -> Iterator[tuple[DatabaseSnapshot, ReferencedFiles]]:
    """A snapshot of the database with the files that it refers to, taken again until they fit together.

    After the last attempt the site itself lacks what is missing, and the backup says so.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        directory = Path(tempfile.mkdtemp(prefix=".backup-", dir=settings.DATA_DIR))
        try:
            with database_snapshot() as snapshot:
                taken = take_files(snapshot.rows, directory)
                if not taken.missing or attempt == _ATTEMPTS:
                    yield snapshot, taken
                    return
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        time.sleep(_PAUSE * attempt)


@contextmanager
def _only_backup() -> Iterator[None]:
    """Hold the lock of backups, and remove what a killed one left."""
    with (settings.DATA_DIR / "backup.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConflictError("Another backup is running. Wait until it has ended.", code="busy") from error
        for left in settings.DATA_DIR.glob(".backup-*"):
            shutil.rmtree(left, ignore_errors=True)
        yield


@contextmanager
def _staging(target: Path) -> Iterator[Path]:
    """A directory beside the archive, where the operator has chosen to have room."""
    try:
        for left in target.parent.glob(f".{target.name}.*.staging"):
            shutil.rmtree(left, ignore_errors=True)
        directory = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".staging", dir=target.parent))
    except OSError as error:
        raise InvalidError(f"{target.parent}: {error.strerror}.", code="unwritable") from error
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
