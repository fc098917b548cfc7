"""Start imports of sources, archive sources and restore them, and discard imports that were refused."""

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import ExposurePolicy, Import, Project, Source
from annotation.services.imports.import_source import refuse_same_version
from annotation.services.imports.lifecycle import (
    close_interrupted,
    discard_import,
    enqueue,
    stored_upload,
)
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError
from foundation.jobs import Progress, run_claimed
from foundation.write_transaction import write_transaction
from morelkit.formats.item_records import dumps
from morelkit.formats.source_header import HEADER, SourceHeader, read_header
from morelkit.formats.spreadsheets import FileFormat, iter_rows

_JSONL = FileFormat("jsonl", "utf-8", "", ())


def upload_source(
    project: Project, file: IO[bytes], name: str, user: User, fields: Mapping[str, Any]
) -> Source:
    """Store the file and queue its import. `fields` replace those of the header in the file.

    Raises InvalidError, ConflictError, StorageFullError.
    """
    with stored_upload(file, name) as path, write_transaction():
        source = _new_source(project, path, name, fields)
        source.imported_by.created_by = user
        enqueue(source.imported_by)
        _save(source)
    return source


def import_source_file(
    project: Project, path: Path, fields: Mapping[str, Any], watch: Progress | None = None
) -> Source:
    """Import the file in this process. See `upload_source`."""
    close_interrupted(project)
    with write_transaction():
        source = _new_source(project, path.resolve(), path.name, fields)
        job = enqueue(source.imported_by, claimed=True)
        _save(source)
    run_claimed(job, watch)
    source.refresh_from_db()
    source.imported_by.refresh_from_db()
    return source


def archive_source(source: Source) -> None:
    """Take the source out of lists, comparisons and exports, until it is restored.

    Raises ConflictError if annotators are shown its suggestions.
    """
    with write_transaction():
        if ExposurePolicy.objects.filter(source=source).exclude(mode=ExposurePolicy.Mode.BLIND).exists():
            raise ConflictError(
                "Annotators are shown suggestions of this source. Change that in the settings first.",
                code="suggestions",
            )
        if Source.objects.filter(pk=source.pk, archived_at=None).update(archived_at=timezone.now()):
            record(AuditKind.SOURCE_ARCHIVED, source.project.scope, source=source.pk)


def restore_source(source: Source) -> None:
    """Use an archived source again. Raises ConflictError if another one has its name and version."""
    with write_transaction():
        stored = Source.objects.select_for_update().get(pk=source.pk)
        if stored.archived_at is None:
            return
        refuse_same_version(source.project, stored.name, stored.version, stored.prompt_sha256)
        stored.archived_at = None
        stored.save(update_fields=["archived_at"])
        record(AuditKind.SOURCE_RESTORED, source.project.scope, source=source.pk)


def discard_source(source: Source) -> None:
    """Delete a source whose import was refused or has failed. Raises ConflictError."""
    if source.published_at is not None:
        raise ConflictError("This source is complete: archive it instead.", code="published")
    with write_transaction():
        discard_import(source.imported_by)


def _new_source(project: Project, path: Path, name: str, fields: Mapping[str, Any]) -> Source:
    """Return an unsaved source with an unsaved import."""
    header = _header(path, name, fields)
    version = header.version or _next_version(project, header.name)
    refuse_same_version(project, header.name, version, header.prompt_sha256)
    stored = {
        "name": name,
        "path": str(path),
        "format": _JSONL.format,
        "encoding": _JSONL.encoding,
        "delimiter": _JSONL.delimiter,
        "columns": [],
    }
    return Source(
        project=project,
        imported_by=Import(project=project, kind=Import.Kind.SOURCE, files=[stored]),
        name=header.name,
        version=version,
        prompt=header.prompt,
        prompt_sha256=header.prompt_sha256,
        parameters=dumps(header.parameters),
        reference=header.reference,
        cost=Decimal(header.cost) if header.cost else None,
        currency=header.currency,
    )


def _save(source: Source) -> None:
    source.imported_by = source.imported_by  # The import has a key now.
    source.save()


def _header(path: Path, name: str, fields: Mapping[str, Any]) -> SourceHeader:
    """Return the header in the first line of the file, with the given fields in place of its own."""
    try:
        first = next((values for _, values in islice(iter_rows(path, _JSONL), 1)), {})
    except OSError as error:
        raise InvalidError(f"{name}: {error.strerror or error}.", code="unreadable") from error
    there = first.get(HEADER) if isinstance(first, dict) and first.keys() == {HEADER} else {}
    if not isinstance(there, dict):
        raise InvalidError(f"{name}: “{HEADER}” in the first line must be an object.", code=HEADER)
    given = {key: value for key, value in fields.items() if value not in (None, "", {})}
    if {"prompt", "prompt_sha256"} & given.keys():
        there = {key: value for key, value in there.items() if key not in ("prompt", "prompt_sha256")}
    header, faults = read_header(there | given)
    if header is None:
        errors = [FieldError(f"/{field}", field, detail) for field, detail in faults]
        raise InvalidError(errors[0].detail, code=HEADER, errors=errors)
    return header


def _next_version(project: Project, name: str) -> str:
    """Return the number after the highest version that is a number; archived sources keep theirs."""
    versions = Source.objects.visible(project).filter(name=name).values_list("version", flat=True)
    return str(1 + max((int(each) for each in versions if re.fullmatch(r"[0-9]{1,9}", each)), default=0))
