"""Export a project to one archive: its rows as JSON lines, its releases and their freeze records.

Rows keep their ids. People are listed with their user names, without passwords and addresses; the columns of
`project_tables.WITHHELD` are left out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from annotation.models import Project
from annotation.services.backup.create_backup import morel_version
from annotation.services.backup.referenced_files import LinkedFiles, consistent_copy
from annotation.services.projects.archiving import refuse_open_jobs
from annotation.services.transfer.project_tables import ROWS, ProjectTable, project_tables
from foundation.archive_file import new_archive, refuse_existing, sha256_of
from foundation.audit import AuditKind, record_and_commit
from foundation.errors import ConflictError
from foundation.free_space import require_free_space
from foundation.private_files import open_private
from foundation.read_snapshot import read_snapshot

KIND: Final = "morel-project"
PEOPLE: Final = "people.jsonl"

_CHUNK: Final = 2_000


@dataclass(frozen=True)
class ProjectExport:
    """`people`: how many accounts the rows refer to. `sha256`: of the archive."""

    size: int
    rows: int
    people: int
    sha256: str


@dataclass(frozen=True)
class _Rows:
    """`manifest`: what the manifest says of them. `files`: paths of members and files."""

    manifest: dict[str, Any]
    files: list[tuple[str, Path]]
    people: int


def export_project(project: Project, target: Path) -> ProjectExport:
    """Write the project to the new file `target`, while people work. Nothing is changed.

    Raises InvalidError, StorageFullError below the reserve of the disk, and ConflictError while an import or a release
    runs or if files of the project are missing.
    """
    refuse_existing(target)

    def read(links: Path, working: Path) -> tuple[_Rows, LinkedFiles]:
        created_at = timezone.now()
        with read_snapshot():
            refuse_open_jobs(project)
            linked = LinkedFiles(_query, links, project.pk)
            return _write_tables(Project.objects.get(pk=project.pk), created_at, working), linked

    with consistent_copy(target.parent, read) as (rows, found, working):
        if found.missing:
            raise ConflictError("\n".join(["The project lacks files:", *found.missing]), code="missing")
        head = {"morel": morel_version(), "data_directory": str(settings.DATA_DIR), **rows.manifest}
        count = sum(rows.manifest["counts"].values())
        with new_archive(target, KIND, head, [*rows.files, *found.files], working):
            record_and_commit(AuditKind.PROJECT_EXPORTED, project.scope, rows=count)
    return ProjectExport(target.stat().st_size, count, rows.people, sha256_of(target))


def _query(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _write_tables(project: Project, created_at: datetime, directory: Path) -> _Rows:
    users: set[int] = set()
    files, counts, ids = [], {}, {}
    for table in project_tables():
        path = directory / f"{table.name}.jsonl"
        counts[table.name], ids[table.name] = _write_rows(table, project, path, users)
        files.append((f"{ROWS}/{table.name}.jsonl", path))
    people = _write_people(directory / PEOPLE, users)
    manifest = {
        "created_at": created_at.isoformat(),
        "slug": project.slug,
        "name": project.name,
        "project": project.pk,
        "archived_at": project.archived_at.isoformat() if project.archived_at else None,
        "counts": counts,
        "ids": ids,
        "fields": {
            table.name: [field.attname for field in table.exported_fields] for table in project_tables()
        },
    }
    return _Rows(manifest, [(PEOPLE, directory / PEOPLE), *files], people)


def _write_rows(table: ProjectTable, project: Project, path: Path, users: set[int]) -> tuple[int, list[int]]:
    """Write the rows as JSON lines and add their users. Return their number, and the first and last id."""
    names = [field.attname for field in table.exported_fields]
    person = [names.index(field.attname) for field in table.user_fields]
    count, first, last = 0, 0, 0
    with open_private(path, "w") as out:
        for values in _in_chunks(table, project, names):
            if count % _CHUNK == 0:
                require_free_space(directory=path.parent)
            out.write(
                json.dumps(dict(zip(names, values, strict=True)), ensure_ascii=False, default=str) + "\n"
            )
            users.update(values[place] for place in person if values[place] is not None)
            last = values[0]
            first = first or last
            count += 1
    return count, [first, last]


def _in_chunks(table: ProjectTable, project: Project, names: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows in the order of their ids, a chunk at a time: a cursor of SQLite would hold them all."""
    after = 0
    while chunk := list(table.rows(project.pk).filter(pk__gt=after).values_list(*names)[:_CHUNK]):
        yield from chunk
        after = chunk[-1][0]


def _write_people(path: Path, users: set[int]) -> int:
    rows = User.objects.filter(pk__in=users).order_by("pk").values_list("pk", "username", "first_name")
    with open_private(path, "w") as out:
        for pk, username, name in rows:
            out.write(json.dumps({"id": pk, "username": username, "name": name}, ensure_ascii=False) + "\n")
    return len(users)
