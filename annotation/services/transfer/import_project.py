"""Import an exported project, with all its rows and releases, into another site.

Rows get new ids in the same order, shifted by a constant for each table. Releases keep their bytes; their freeze
records are written with the new ids, so that a release can be rebuilt.
"""

import csv
import gzip
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction

from annotation.models import Annotator, GuidelinesImage, Project, Release
from annotation.queries.projects.guidelines_images import IMAGE_FOLDER, image_path, images_folder
from annotation.services.backup.referenced_files import FILE_FOLDERS, RELEASES, UPLOADS
from annotation.services.transfer.export_project import KIND, PEOPLE, ROWS
from annotation.services.transfer.project_tables import (
    ProjectTable,
    Shift,
    move_freeze_line,
    moved,
    project_tables,
)
from foundation.archive_file import ArchiveError, ArchiveReader, open_archive, sha256_of, sync_directory
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches, insert
from foundation.errors import ConflictError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction

_BATCH: Final = 1_000
_MEMBER: Final = re.compile(
    rf"{IMAGE_FOLDER}/[0-9]+/[0-9a-f]{{64}}|"
    r"people\.jsonl|rows/annotation_[a-z0-9]+\.jsonl|releases/[0-9]+/.+|releases/[0-9]+\.freeze\.jsonl\.gz|uploads/[^/]+"
)
_REVOKED: Final = ("annotation_invitation", "annotation_crowdstudy")
"""Tables of links by which people join. They belong to the other site, so they are revoked here."""


def import_project(path: Path, people: Mapping[str, str], now: datetime, slug: str = "") -> Project:
    """Import the archive. `people`: user name there → user name here. Others keep their pseudonyms without an account.

    Memberships, saved views and other rows that cannot be without an account are left out for people who are not
    mapped. All or nothing is imported. Raises InvalidError, and ConflictError if the project is here already.
    """
    with (
        open_archive(path, KIND) as archive,
        tempfile.TemporaryDirectory(prefix=".import-", dir=settings.DATA_DIR) as staging,
    ):
        manifest = archive.manifest
        _check_archive(archive)
        directory = Path(staging)
        archive.extract(directory)
        users = _mapped_users(directory / PEOPLE, people)
        slug = slug or manifest["slug"]
        with ExitStack() as undo:
            try:
                reserved = _reserve_in_sequences(manifest["ids"]) if connection.vendor != "sqlite" else {}
                with write_transaction():
                    if Project.objects.filter(slug=slug).exists():
                        raise wrong_field(
                            "slug", f"There is a project “{slug}” already. Choose another slug.", "exists"
                        )
                    shift = IdShift(manifest["ids"], reserved or _after_last_ids())
                    for table in project_tables():
                        _insert_rows(table, directory, manifest, shift, users, now, slug)
                    project = Project.objects.get(pk=shift("annotation_project", manifest["project"]))
                    _check_counts(project, manifest, users)
                    _write_releases(project, directory, shift, undo)
                    _write_images(project, directory / IMAGE_FOLDER / str(manifest["project"]), undo)
                    record(AuditKind.PROJECT_IMPORTED, project.scope, people=len(users))
            except IntegrityError as error:
                raise ConflictError(
                    "The project cannot be imported. This site may have it already, because it was imported before or "
                    f"comes from here: {error}",
                    code="exists",
                ) from error
            undo.pop_all()
    return project


def read_people(path: Path) -> dict[str, str]:
    """Read a mapping of people: CSV with the columns user name there, user name here. Raises InvalidError."""
    mapped: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.reader(file), 1):
                if not any(cell.strip() for cell in row):
                    continue
                if len(row) != 2 or not all(cell.strip() for cell in row):
                    raise InvalidError(
                        f"{path}:{number}: A line has two columns: the user name there, and the user name here.",
                        code="people",
                    )
                there, here = (cell.strip() for cell in row)
                if there in mapped or here in mapped.values():
                    raise InvalidError(
                        f"{path}:{number}: “{there}” or “{here}” is in the file twice.", code="people"
                    )
                mapped[there] = here
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidError(
            f"{path}: {getattr(error, 'strerror', None) or error}.", code="unreadable"
        ) from error
    return mapped


def _check_archive(archive: ArchiveReader) -> None:
    manifest = archive.manifest
    wanted = {"slug": str, "project": int, "data_directory": str, "counts": dict, "ids": dict, "fields": dict}
    for name, kind in wanted.items():
        if not isinstance(manifest.get(name), kind):
            raise ArchiveError(f"{archive.path} is damaged in manifest.json: “{name}” is missing.")
    for member in archive.members:
        if not _MEMBER.fullmatch(member.path):
            raise ArchiveError(f"{archive.path} was altered: {member.path} is no part of a project.")
    known = {table.name: {field.attname for field in table.fields} for table in project_tables()}
    for table, fields in manifest["fields"].items():
        if unknown := sorted(set(fields) - known.get(table, set())):
            raise ArchiveError(
                f"The project was exported by a later version of Morel: {table}.{unknown[0]} is not known here. "
                "Install that version, or a later one.",
                code="newer",
            )


def _mapped_users(path: Path, people: Mapping[str, str]) -> dict[int, int]:
    """Return the id here by the id there, for people of the mapping. Raises InvalidError for unknown names."""
    there = {row["username"]: row["id"] for row in map(json.loads, path.read_text("utf-8").splitlines())}
    here = dict(User.objects.filter(username__in=people.values()).values_list("username", "pk"))
    for name, account in people.items():
        if name not in there:
            raise wrong_field("people", f"The project has no person “{name}”: {', '.join(sorted(there))}.")
        if account not in here:
            raise wrong_field("people", f"There is no account “{account}” here.")
    return {there[name]: here[account] for name, account in people.items()}


class IdShift:
    """Ids of the project's rows there → here, by table. `ids`: the first and last there; `starts`: the first here."""

    def __init__(self, ids: Mapping[str, tuple[int, int]], starts: Mapping[str, int]) -> None:
        self._ids, self._starts = ids, starts

    def __call__(self, table: str, key: int) -> int:
        first, last = self._ids[table]
        if not first <= key <= last:
            raise ArchiveError(f"The archive refers to row {key} of {table}, which is not in it.")
        return key - first + self._starts[table]

    def back(self, table: str, key: int) -> int:
        return key - self._starts[table] + self._ids[table][0]


def _after_last_ids() -> dict[str, int]:
    """The first free ids on SQLite, where the write lock keeps them free until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        last = dict(cursor.fetchall())
    return {table.name: last.get(table.name, 0) + 1 for table in project_tables()}


def _reserve_in_sequences(ids: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Advance the sequences of PostgreSQL past the needed ids, and return the first id by table."""
    starts = {}
    for table in project_tables():
        first, last = ids.get(table.name, (0, 0))
        name = connection.ops.quote_name(table.name)
        with transaction.atomic(), connection.cursor() as cursor:
            # Rows take their ids under a lock that conflicts with this one, so nobody takes an id in between.
            cursor.execute(f"LOCK TABLE {name} IN SHARE ROW EXCLUSIVE MODE")
            cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table.name])
            (starts[table.name],) = cursor.fetchone()
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)",
                [table.name, starts[table.name] + last - first + 1],
            )
    return starts


def _insert_rows(
    table: ProjectTable,
    directory: Path,
    manifest: Mapping[str, Any],
    shift: Shift,
    users: Mapping[int, int],
    now: datetime,
    slug: str,
) -> None:
    path = directory / ROWS / f"{table.name}.jsonl"
    if not path.is_file():
        return  # a table that the exporting version did not have
    required = [field.attname for field in table.user_fields if not field.null]
    dates = [
        field
        for field in table.fields
        if field.get_internal_type() in {"DateTimeField", "DateField", "UUIDField"}
    ]
    with path.open(encoding="utf-8") as file:
        for lines in batches(file, _BATCH):
            rows = []
            for line in lines:
                row = moved(table, json.loads(line), shift, users)
                if any(row[name] is None for name in required):
                    continue
                for field in (field for field in dates if field.attname in row):
                    row[field.attname] = field.to_python(row[field.attname])
                rows.append(_adapted(table, row, manifest, shift, now, slug))
            insert(table.model, rows)


def _adapted(
    table: ProjectTable,
    row: dict[str, Any],
    manifest: Mapping[str, Any],
    shift: Shift,
    now: datetime,
    slug: str,
) -> dict[str, Any]:
    if table.name == "annotation_project":
        row["slug"], row["archived_at"] = slug, None
    if table.name in _REVOKED and row["revoked_at"] is None:
        row["revoked_at"] = now
    if table.name == "annotation_import":
        uploads = Path(manifest["data_directory"]) / UPLOADS
        for file in row["files"]:
            if Path(file["path"]).parent == uploads:
                file["path"] = str(settings.DATA_DIR / UPLOADS / Path(file["path"]).name)
    return row


def _check_counts(project: Project, manifest: Mapping[str, Any], users: Mapping[int, int]) -> None:
    for table in project_tables():
        expected = manifest["counts"].get(table.name, 0)
        found = table.rows(project.pk).count()
        if found != expected and not (table.needs_user and found < expected):
            raise ArchiveError(
                f"The archive has {found:,} rows of {table.name}; its manifest states {expected:,}."
            )
    accounts = Annotator.objects.filter(project=project, user__isnull=False).count()
    if accounts > len(users):
        raise ArchiveError("The archive has two annotators of one person.")


def _write_releases(project: Project, directory: Path, shift: IdShift, undo: ExitStack) -> None:
    """Move the files to their places in the transaction of the rows. `undo` removes them if it fails."""
    for name in FILE_FOLDERS:
        (settings.DATA_DIR / name).mkdir(exist_ok=True)
    built = Release.objects.filter(project=project, state__in=[Release.State.READY, Release.State.WITHDRAWN])
    root = settings.DATA_DIR / RELEASES
    for release in built:
        old = str(shift.back("annotation_release", release.pk))
        target, record = root / str(release.pk), root / f"{release.pk}.freeze.jsonl.gz"
        undo.callback(shutil.rmtree, target, ignore_errors=True)
        undo.callback(record.unlink, missing_ok=True)
        source = directory / RELEASES / old
        if (
            not (source / "manifest.json").is_file()
            or sha256_of(source / "manifest.json") != release.manifest_sha256
        ):
            raise ArchiveError(f"The archive lacks the files of the release “{release.name}”.")
        _move_freeze_record(directory / RELEASES / f"{old}.freeze.jsonl.gz", record, shift)
        source.rename(target)
        Release.objects.filter(pk=release.pk).update(freeze_sha256=sha256_of(record))
    for upload in sorted((directory / UPLOADS).glob("*")):
        target = settings.DATA_DIR / UPLOADS / upload.name
        if target.exists():
            raise ConflictError(f"{target} exists: the project was imported before.", code="exists")
        undo.callback(target.unlink, missing_ok=True)
        upload.rename(target)
    sync_directory(root)


def _write_images(project: Project, source: Path, undo: ExitStack) -> None:
    """Move the images of guidelines to their places in the transaction of the rows."""
    images = GuidelinesImage.objects.filter(project=project)
    if not images:
        return
    undo.callback(shutil.rmtree, images_folder(project.pk), ignore_errors=True)
    images_folder(project.pk).mkdir(exist_ok=True)
    for image in images:
        file = source / image.sha256
        if not file.is_file() or sha256_of(file) != image.sha256:
            raise ArchiveError(f"The archive lacks the file of the image {image.name}.")
        file.touch()  # The hourly removal spares young files, and the row is not yet there.
        file.rename(image_path(image))
    sync_directory(images_folder(project.pk))


def _move_freeze_record(source: Path, target: Path, shift: Shift) -> None:
    with (
        gzip.open(source, "rb") as lines,
        os.fdopen(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file,
        gzip.GzipFile("", "wb", 6, file, mtime=0) as out,
    ):
        for line in _moved_lines(lines, shift):
            out.write(line)
        out.close()
        file.flush()
        os.fsync(file.fileno())


def _moved_lines(lines: Any, shift: Shift) -> Iterator[bytes]:
    for line in lines:
        text = json.dumps(
            move_freeze_line(json.loads(line), shift), ensure_ascii=False, separators=(",", ":")
        )
        yield f"{text}\n".encode()
