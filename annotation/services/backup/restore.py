"""Restore a backup into an empty site."""

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from annotation.queries.projects.guidelines_images import IMAGE_FOLDER
from annotation.queries.references.item_images import DISPLAY, ITEM_IMAGE_FOLDER
from annotation.services.backup.create_backup import KIND, SECRET_KEY_FILE
from annotation.services.backup.database_snapshot import SQLITE_FILE
from annotation.services.backup.load_database import (
    has_rows,
    load_postgres,
    load_sqlite,
    refuse_filled_database,
    refuse_newer_schema,
)
from annotation.services.backup.referenced_files import FILE_FOLDERS, UPLOADS
from foundation.archive_file import ArchiveError, ArchiveReader, open_archive, sync_directory
from foundation.audit import SITE, AuditKind, record_and_commit
from foundation.errors import ConflictError, InvalidError
from foundation.private_files import open_private
from foundation.server_lock import RESTORING, AlreadyServingError, hold_server_lock
from foundation.stored_files import file_folders

_MEMBER: Final = re.compile(
    rf"{SECRET_KEY_FILE}|{re.escape(SQLITE_FILE)}|database/[a-z0-9_]+\.copy"
    r"|releases/[0-9]+/.+|releases/[0-9]+\.freeze\.jsonl\.gz|uploads/[^/]+"
    rf"|{IMAGE_FOLDER}/[0-9]+/[0-9a-f]{{64}}|{ITEM_IMAGE_FOLDER}/[0-9]+/[0-9a-f]{{64}}({re.escape(DISPLAY)})?"
)
"""Members of a backup, beside the files of folders that other apps have registered."""

_IN_PLACE: Final = "in-place"
"""File in the folder RESTORING: the time of the backup whose files and database are in their places."""

_NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True)
class Restored:
    """`missing`: what the site lacked when the backup was made, in sentences."""

    created_at: str
    counts: dict[str, int]
    missing: list[str]
    key_differs: bool


def restore_backup(path: Path) -> Restored:
    """Restore the archive into the data directory and database of the settings, and migrate them.

    Nothing is in its place before every member is checked. A restore that was killed can be repeated. Raises
    InvalidError, and ConflictError if the site is not empty or a server runs.
    """
    with open_archive(path, KIND) as archive:
        manifest = archive.manifest
        _check_archive(archive)
        _lock_site()
        restoring = settings.DATA_DIR / RESTORING
        if not _is_in_place(restoring, manifest):
            _require_space(archive)
            _refuse_filled_site(interrupted=restoring.exists())
            shutil.rmtree(restoring, ignore_errors=True)
            restoring.mkdir(mode=0o700)
            try:
                archive.extract(restoring)
            except BaseException:
                shutil.rmtree(restoring, ignore_errors=True)
                raise
            _put_in_place(restoring, manifest)
    with open_private(restoring / _IN_PLACE, "w", replace=True) as file:
        file.write(manifest["created_at"])
        file.flush()
        os.fsync(file.fileno())
    call_command("migrate", verbosity=0)
    record_and_commit(AuditKind.BACKUP_RESTORED, SITE, created_at=manifest["created_at"])
    shutil.rmtree(restoring)
    stored_key = (settings.DATA_DIR / SECRET_KEY_FILE).read_text()
    key_differs = os.environ.get("MOREL_SECRET_KEY", stored_key) != stored_key
    return Restored(manifest["created_at"], manifest["counts"], manifest["missing"], key_differs)


def _is_in_place(restoring: Path, manifest: Mapping[str, Any]) -> bool:
    """Return whether a restore of this backup was killed after files and database were in their places."""
    if not restoring.is_dir():
        return False
    marker = restoring / _IN_PLACE
    if marker.is_file():
        return bool(marker.read_text("utf-8") == manifest["created_at"])
    return has_rows(manifest["counts"])  # It was killed before it wrote the marker.


def backup_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a backup that this version of Morel can restore. Raises InvalidError."""
    with open_archive(path, KIND) as archive:
        _check_members(archive)
        return archive.manifest


def _check_archive(archive: ArchiveReader) -> None:
    _check_members(archive)
    vendor = archive.manifest["database"]
    if vendor != connection.vendor:
        raise InvalidError(
            f"The backup is of a site on {_NAMES.get(vendor, vendor)}, and the settings name "
            f"{_NAMES[connection.vendor]}: {'set' if vendor == 'postgresql' else 'remove'} DATABASE_URL. "
            "To move a project to the other database, export and import it.",
            code="database",
        )
    refuse_newer_schema(archive.manifest["migrations"])


def _require_space(archive: ArchiveReader) -> None:
    needed, free = sum(member.size for member in archive.members), shutil.disk_usage(settings.DATA_DIR).free
    if needed > free:
        raise InvalidError(
            f"{settings.DATA_DIR} has {free:,} bytes free, and the backup needs {needed:,}.", code="no_space"
        )


def _check_members(archive: ArchiveReader) -> None:
    wanted = {"created_at": str, "data_directory": str, "database": str, "migrations": dict, "columns": dict}
    for name, kind in (wanted | {"counts": dict, "missing": list}).items():
        if not isinstance(archive.manifest.get(name), kind):
            raise ArchiveError(f"{archive.path} is damaged in manifest.json: “{name}” is missing.")
    for member in archive.members:
        if not _MEMBER.fullmatch(member.path) and not _is_registered(member.path):
            raise ArchiveError(f"{archive.path} was altered: {member.path} is no part of a backup.")


def _is_registered(path: str) -> bool:
    return any(re.fullmatch(folder.pattern, path) for folder in file_folders())


def _lock_site() -> None:
    try:
        hold_server_lock(restoring=True)
    except AlreadyServingError as error:
        raise ConflictError(f"{error} Stop it before you restore.", code="serving") from error


def _refuse_filled_site(*, interrupted: bool) -> None:
    refuse_filled_database()
    for name in FILE_FOLDERS:
        folder = settings.DATA_DIR / name
        if interrupted:
            shutil.rmtree(folder, ignore_errors=True)  # moved here by the restore that was killed
        elif folder.is_dir() and (found := next(folder.iterdir(), None)):
            raise ConflictError(
                f"{settings.DATA_DIR} is not empty: {found} exists. Restore into another data directory, or move it "
                "away.",
                code="not_empty",
            )
    for name in _registered_names():
        folder = settings.DATA_DIR / name
        if interrupted:
            shutil.rmtree(folder, ignore_errors=True)
        elif found := next((path for path in folder.rglob("*") if _is_stored(path)), None):
            raise ConflictError(
                f"{settings.DATA_DIR} is not empty: {found} exists. Restore into another data directory.",
                code="not_empty",
            )


def _registered_names() -> list[str]:
    return [folder.name for folder in file_folders()]


def _is_stored(path: Path) -> bool:
    """Return whether a backup could contain the file: locks and empty folders are left by any server."""
    return path.is_file() and _is_registered(path.relative_to(settings.DATA_DIR).as_posix())


def _put_in_place(extracted: Path, manifest: Mapping[str, Any]) -> None:
    """Move the files to their places, and the database last: with it the restore is complete."""
    uploads = Path(manifest["data_directory"]) / UPLOADS, settings.DATA_DIR / UPLOADS
    if connection.vendor == "sqlite":
        _place_files(extracted)
        load_sqlite(extracted, manifest, uploads)
    else:
        with load_postgres(extracted, manifest, uploads):
            _place_files(extracted)


def _place_files(extracted: Path) -> None:
    for name in _registered_names():
        shutil.rmtree(settings.DATA_DIR / name, ignore_errors=True)  # It has no file that a row could name.
    for name in (*FILE_FOLDERS, *_registered_names()):
        source, target = extracted / name, settings.DATA_DIR / name
        source.mkdir(mode=0o700, exist_ok=True)
        if target.is_dir():
            target.rmdir()
        source.rename(target)
    (extracted / SECRET_KEY_FILE).rename(settings.DATA_DIR / SECRET_KEY_FILE)
    sync_directory(settings.DATA_DIR)
