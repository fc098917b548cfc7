"""Export a project to one archive: its rows as JSON lines, its releases and their freeze records.

Rows keep their ids. People are listed with their user names, without passwords and addresses.
"""

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from annotation.models import Project
from annotation.services.backup.create_backup import morel_version
from annotation.services.backup.referenced_files import ReferencedFiles, take_files
from annotation.services.projects.archiving import refuse_open_jobs
from annotation.services.transfer.project_tables import ProjectTable, project_tables
from foundation.archive_file import refuse_existing, sha256_of, write_archive
from foundation.audit import AuditKind, record_read
from foundation.errors import ConflictError
from foundation.read_snapshot import read_snapshot

KIND: Final = "morel-project"
ROWS: Final = "rows"
PEOPLE: Final = "people.jsonl"

_ATTEMPTS: Final = 8
_PAUSE: Final = 0.25  # seconds, after the first attempt
_CHUNK: Final = 2_000


@dataclass(frozen=True)
class ProjectExport:
    """`people`: how many accounts the rows refer to. `sha256`: of the archive."""

    size: int
    rows: int
    people: int
    sha256: str


def export_project(project: Project, target: Path) -> ProjectExport:
    """Write the project to the new file `target`, while people work. Nothing is changed.

    Raises InvalidError, and ConflictError while an import or a release runs or if files of the project are missing.
    """
    refuse_existing(target)
    with _consistent_snapshot(project) as taken:
        directory = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".staging", dir=target.parent))
        try:
            project = Project.objects.get(pk=project.pk)
            users: set[int] = set()
            files, counts, ids = [], {}, {}
            for table in project_tables():
                path = directory / f"{table.name}.jsonl"
                counts[table.name], ids[table.name] = _write_rows(table, project, path, users)
                files.append((f"{ROWS}/{table.name}.jsonl", path))
            people = _write_people(directory / PEOPLE, users)
            head = {
                "morel": morel_version(),
                "created_at": timezone.now().isoformat(),
                "data_directory": str(settings.DATA_DIR),
                "slug": project.slug,
                "name": project.name,
                "project": project.pk,
                "counts": counts,
                "ids": ids,
                "fields": {
                    table.name: [field.attname for field in table.fields] for table in project_tables()
                },
            }
            write_archive(target, KIND, head, [(PEOPLE, directory / PEOPLE), *files, *taken.files])
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    record_read(AuditKind.PROJECT_EXPORTED, project.scope, rows=sum(counts.values()))
    return ProjectExport(target.stat().st_size, sum(counts.values()), people, sha256_of(target))


@contextmanager
def _consistent_snapshot(project: Project) -> Iterator[ReferencedFiles]:
    """Open a snapshot of the database and take the files that it refers to, as a backup does."""
    for attempt in range(1, _ATTEMPTS + 1):
        directory = Path(tempfile.mkdtemp(prefix=".export-", dir=settings.DATA_DIR))
        try:
            with read_snapshot():
                refuse_open_jobs(project)
                taken = take_files(_rows, directory, project.pk)
                if not taken.missing:
                    yield taken
                    return
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        time.sleep(_PAUSE * attempt)
    raise ConflictError("\n".join(["The project lacks files:", *taken.missing]), code="missing")


def _rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _write_rows(table: ProjectTable, project: Project, path: Path, users: set[int]) -> tuple[int, list[int]]:
    """Write the rows as JSON lines and add their users. Return their number, and the first and last id."""
    names = [field.attname for field in table.fields]
    person = [names.index(field.attname) for field in table.user_fields]
    count, first, last = 0, 0, 0
    with _private(path) as out:
        for values in _in_chunks(table, project, names):
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
    with _private(path) as out:
        for pk, username, name in rows:
            out.write(json.dumps({"id": pk, "username": username, "name": name}, ensure_ascii=False) + "\n")
    return len(users)


def _private(path: Path) -> Any:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8")
