"""Import an exported project, with all its rows and releases, into another site.

Rows get new ids in the same order, shifted by a constant for each table. Releases keep their bytes; their freeze
records are written with the new ids, so that a release can be rebuilt.
"""

import csv
import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, connection
from django.db.backends.utils import CursorWrapper

from annotation.models import Annotator, Project
from annotation.queries.projects.guidelines_images import IMAGE_FOLDER
from annotation.queries.references.item_images import DISPLAY, ITEM_IMAGE_FOLDER
from annotation.services.projects.project_settings import check_slug
from annotation.services.statistics.recompute import recompute
from annotation.services.transfer.earlier_archives import mark_implied_labels
from annotation.services.transfer.export_project import KIND, PEOPLE
from annotation.services.transfer.imported_files import ImportedFiles
from annotation.services.transfer.project_tables import (
    ROWS,
    IdShift,
    ProjectTable,
    Shift,
    exported_rows,
    moved,
    project_tables,
)
from foundation.archive_file import ArchiveError, ArchiveReader, open_archive
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches, insert
from foundation.errors import ConflictError, InvalidError, wrong_field
from foundation.free_space import require_free_space
from foundation.working_folder import working_folder
from foundation.write_transaction import write_transaction

_BATCH: Final = 1_000
_MAX_ID: Final = 10**12
_MEMBER: Final = re.compile(
    rf"{IMAGE_FOLDER}/[0-9]+/[0-9a-f]{{64}}|{ITEM_IMAGE_FOLDER}/[0-9]+/[0-9a-f]{{64}}({re.escape(DISPLAY)})?|"
    r"people\.jsonl|rows/annotation_[a-z0-9]+\.jsonl|releases/[0-9]+/.+|releases/[0-9]+\.freeze\.jsonl\.gz|uploads/[^/]+"
)
_REVOKED: Final = ("annotation_invitation", "annotation_crowdstudy")
"""Tables of links by which people join. They belong to the other site, so they are revoked here."""


def import_project(path: Path, people: Mapping[str, str], now: datetime, slug: str = "") -> Project:
    """Import the archive. `people`: user name there → user name here. Others keep their pseudonyms without an account.

    Memberships, saved views and other rows that cannot be without an account are left out for people who are not
    mapped. All or nothing is imported. Raises InvalidError, StorageFullError below the reserve of the disk, and
    ConflictError if the project is here already.
    """
    with open_archive(path, KIND) as archive, working_folder(settings.DATA_DIR) as directory:
        manifest = archive.manifest
        _check_archive(archive)
        _require_space(archive)
        archive.extract(directory)
        users = _mapped_users(directory / PEOPLE, people)
        slug = slug or manifest["slug"]
        check_slug(slug)
        if Project.objects.filter(slug=slug).exists():
            raise wrong_field("slug", f"There is a project “{slug}” already. Choose another slug.", "exists")
        shift = IdShift(manifest["ids"], _reserve_ids(manifest["ids"]))
        files = ImportedFiles(directory, manifest, shift)
        adapt = _Adaptation(files, slug, now)
        with ExitStack() as undo:
            try:
                with write_transaction():
                    for table in project_tables():
                        _insert_rows(table, directory, shift, users, adapt)
                    project = Project.objects.get(pk=shift("annotation_project", manifest["project"]))
                    _check_counts(project, manifest, users)
                    if "labels_implied" not in manifest["fields"].get("annotation_item", ["labels_implied"]):
                        mark_implied_labels(project)
                    files.put_in_place(project, undo)
                    record(AuditKind.PROJECT_IMPORTED, project.scope, people=len(users))
            except IntegrityError as error:
                raise ConflictError(
                    "The project cannot be imported. This site may have it already, because it was imported before or "
                    f"comes from here: {error}",
                    code="exists",
                ) from error
            undo.pop_all()
    if "compared" not in manifest["fields"].get("annotation_rollup", ["compared"]):
        recompute(project, lambda _: None)  # an earlier version did not store all statistics
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
    for ids in manifest["ids"].values():
        if not (isinstance(ids, list) and len(ids) == 2 and all(type(each) is int for each in ids)):
            raise ArchiveError(
                f"{archive.path} is damaged in manifest.json: “ids” is no list of first and last."
            )
        if not 0 <= ids[0] <= ids[1] < _MAX_ID:
            raise ArchiveError(f"{archive.path} was altered: the ids {ids} are in no table.")
    known = {table.name: {field.attname for field in table.fields} for table in project_tables()}
    for table, fields in manifest["fields"].items():
        if unknown := sorted(set(fields) - known.get(table, set())):
            raise ArchiveError(
                f"The project was exported by a later version of Morel: {table}.{unknown[0]} is not known here. "
                "Install that version, or a later one.",
                code="newer",
            )


def _require_space(archive: ArchiveReader) -> None:
    """Raise StorageFullError unless the files, and the rows in the database once more, leave the reserve free."""
    rows = sum(member.size for member in archive.members if member.path.startswith(f"{ROWS}/"))
    require_free_space(sum(member.size for member in archive.members) + rows)


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


def _reserve_ids(ids: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Reserve ids for the rows of each table, and return the first. If the import fails, they stay unused."""
    reserve = _reserve_sqlite if connection.vendor == "sqlite" else _reserve_postgres
    starts = {}
    for table in project_tables():
        first, last = ids.get(table.name, (0, 0))
        with write_transaction(), connection.cursor() as cursor:
            starts[table.name] = reserve(cursor, table.name, last - first + 1)
    return starts


def _reserve_sqlite(cursor: CursorWrapper, table: str, count: int) -> int:
    cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    if row := cursor.fetchone():
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [count, table])
    else:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, count])
    return int(row[0]) + 1 if row else 1


def _reserve_postgres(cursor: CursorWrapper, table: str, count: int) -> int:
    # Rows take their ids under a lock that conflicts with this one, so nobody takes an id in between.
    cursor.execute(f"LOCK TABLE {connection.ops.quote_name(table)} IN SHARE ROW EXCLUSIVE MODE")
    cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
    start = int(cursor.fetchone()[0])
    cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, start + count])
    return start


def _insert_rows(
    table: ProjectTable, directory: Path, shift: Shift, users: Mapping[int, int], adapt: "_Adaptation"
) -> None:
    required = [field.attname for field in table.user_fields if not field.null]
    dates = [
        field
        for field in table.fields
        if field.get_internal_type() in {"DateTimeField", "DateField", "UUIDField"}
    ]
    for exported in batches(exported_rows(directory, table.name), _BATCH):
        rows = []
        for each in exported:
            row = moved(table, each, shift, users)
            if any(row[name] is None for name in required):
                continue
            for field in (field for field in dates if field.attname in row):
                row[field.attname] = field.to_python(row[field.attname])
            rows.append(adapt(table.name, each, row))
        insert(table.model, rows)


class _Adaptation:
    """Changes rows of some tables, because they are in another site now."""

    def __init__(self, files: ImportedFiles, slug: str, now: datetime) -> None:
        self._files, self._slug, self._now = files, slug, now

    def __call__(self, table: str, exported: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
        if table == "annotation_project":
            row["slug"], row["archived_at"] = self._slug, None
        if table in _REVOKED and row["revoked_at"] is None:
            row["revoked_at"] = self._now
        if table == "annotation_release":
            row["published_at"] = None
            row["freeze_sha256"] = self._files.freeze_sha256(exported["id"])
        if table == "annotation_import":
            self._files.adapt_import(row)
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
