"""Write a backup of the site while people work."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from annotation.services.backup.database_snapshot import database_snapshot
from annotation.services.backup.referenced_files import LinkedFiles, consistent_copy
from foundation.archive_file import new_archive, refuse_existing
from foundation.audit import SITE, AuditKind, record_and_commit
from foundation.errors import ConflictError, InvalidError
from foundation.private_files import open_private

KIND: Final = "morel-backup"
SECRET_KEY_FILE: Final = "secret-key"  # noqa: S105 — a name


@dataclass(frozen=True)
class Backup:
    """`counts`: rows by table. `missing`: what rows refer to and the site did not have, in sentences."""

    size: int
    members: int
    counts: dict[str, int]
    missing: list[str]


@dataclass(frozen=True)
class _Database:
    """`manifest`: what the manifest says of it. `files`: paths of members and files."""

    manifest: dict[str, Any]
    files: list[tuple[str, Path]]


def create_backup(target: Path) -> Backup:
    """Write the archive to the new file `target`.

    Raises InvalidError, ConflictError while another backup runs, StorageFullError below the reserve of the disk.
    """
    refuse_existing(target)
    with _only_backup(), consistent_copy(target.parent, _read_database) as (database, found, working):
        with open_private(working / SECRET_KEY_FILE, "w") as secret:
            secret.write(settings.SECRET_KEY)
        head = {
            "morel": morel_version(),
            "data_directory": str(settings.DATA_DIR),
            **database.manifest,
            "missing": found.missing,
        }
        files = [(SECRET_KEY_FILE, working / SECRET_KEY_FILE), *database.files, *found.files]
        counts = database.manifest["counts"]
        with new_archive(target, KIND, head, files, working) as members:
            record_and_commit(
                AuditKind.BACKUP_CREATED, SITE, rows=sum(counts.values()), missing=len(found.missing)
            )
    return Backup(target.stat().st_size, len(members), counts, found.missing)


def morel_version() -> str:
    try:
        return version("morel-server")
    except PackageNotFoundError:
        return "checkout"


def _read_database(links: Path, working: Path) -> tuple[_Database, LinkedFiles]:
    created_at = timezone.now()
    with database_snapshot() as snapshot:
        linked = LinkedFiles(snapshot.rows, links)
        manifest = {
            "created_at": created_at.isoformat(),
            "database": snapshot.vendor,
            "migrations": snapshot.migrations(),
            "columns": snapshot.columns(),
            "counts": snapshot.counts(),
        }
        try:
            return _Database(manifest, snapshot.write_files(working)), linked
        except OSError as error:
            raise InvalidError(f"{working.parent}: {error.strerror or error}.", code="unwritable") from error


@contextmanager
def _only_backup() -> Iterator[None]:
    with (settings.DATA_DIR / "backup.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConflictError("Another backup is running. Wait until it has ended.", code="busy") from error
        yield
