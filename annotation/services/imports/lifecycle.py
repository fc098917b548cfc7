"""Upload, run, undo and discard imports.

A run checks all records, writes invisible batches, publishes in one short transaction, and then settles in batches:
it makes items reservable or counts annotations. Each step can be repeated after the process was killed.
"""

import os
import shutil
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Literal

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from annotation.models import Import, Project
from annotation.models.project import job_scope
from annotation.queries.imports.import_list import IMAGES, default_language, record_files
from annotation.queries.projects.access import record_format_of
from annotation.services.imports import import_annotations, import_candidates, import_items, import_source
from annotation.services.imports.file_head import read_head
from annotation.services.imports.image_files import image_file
from annotation.services.imports.read_records import Problems, count_records, files_of
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.free_space import require_free_space
from foundation.jobs import Progress, hourly, is_alive, job_kind, new_claim, run_claimed, starter
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.formats.column_mapping import check_mapping, guess_mapping, guessed_fields, has_reference
from morelkit.formats.spreadsheets import FileFormat, UnreadableFileError, detect
from morelkit.text.languages import LanguageError, canonical

State = Import.State

Format = Literal["auto", "jsonl", "json", "csv", "tsv"]

RUN, RUN_SOURCE, UNDO = "import", "import_source", "undo_import"
_LEFTOVER_AFTER = timedelta(minutes=10)


def upload(
    project: Project, kind: str, file: IO[bytes], name: str, user: User, file_format: Format = "auto"
) -> Import:
    """Store the file, detect its format unless it is given, and guess its mapping.

    Raises InvalidError if it cannot be read, StorageFullError below the reserve of the disk.
    """
    with stored_upload(file, name) as path:
        stored, found = _file(path, name, file_format)
        head = read_head(path, found)
        mapping = guess_mapping(found.columns, record_format_of(project), head.sample)
        stored["guessed"] = guessed_fields(found.columns, record_format_of(project), mapping)
        return Import.objects.create(
            project=project,
            kind=kind,
            files=[stored],
            mapping=mapping,
            preview=head.preview,
            warnings={"unreadable": head.unreadable},
            created_by=user,
        )


@contextmanager
def stored_upload(file: IO[bytes], name: str) -> Iterator[Path]:
    """Yield the path of a copy of the file, which is deleted again if the block raises. Raises StorageFullError."""
    require_free_space(file.seek(0, os.SEEK_END))
    file.seek(0)
    path = settings.FILE_UPLOAD_TEMP_DIR / f"{uuid.uuid4().hex}{Path(name).suffix[:16]}"
    try:
        with path.open("wb") as copy:
            shutil.copyfileobj(file, copy, 1 << 20)
        yield path
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def attach_images(import_: Import, file: IO[bytes], name: str) -> Import:
    """Store a zip file with the images of an import that has not been started, in the place of an earlier one.

    Raises InvalidError, ConflictError, StorageFullError.
    """
    with stored_upload(file, name) as path:
        entry = image_file(import_.project, import_.kind, path, name)
        with write_transaction():
            before = lock_unstarted(import_).files
            import_.files = [*(each for each in before if each["format"] != IMAGES), entry]
            import_.save(update_fields=["files"])
    for each in before:
        if each["format"] == IMAGES:
            Path(each["path"]).unlink(missing_ok=True)
    return import_


def start_import(
    import_: Import,
    mapping: dict[str, str],
    item_kind: str = "work",
    language: str = "",
    *,
    project_spans: bool = False,
) -> Import:
    """Queue an uploaded file with the mapping that the lead confirmed.

    `item_kind` and `language` apply to records without one. `project_spans`: if the unit of the scheme is claims, spans
    of annotations mark the claims that they cover; otherwise spans that are no claims are refused.
    """
    columns = import_.files[0]["columns"]
    chosen = {field: column for field, column in (mapping or import_.mapping).items() if column}
    import_.language = _checked_language(language)
    wrong = (
        check_mapping(chosen, columns, default_language(import_), record_format_of(import_.project))
        if import_.kind != Import.Kind.ANNOTATIONS
        else []
    )
    if wrong:
        errors = [FieldError(f"/mapping/{problem.field}", problem.code, problem.detail) for problem in wrong]
        raise InvalidError(wrong[0].detail, errors=errors)
    import_.mapping, import_.item_kind, import_.project_spans = chosen, item_kind, project_spans
    enqueue(import_)
    return import_


def import_files(
    project: Project,
    kind: str,
    paths: Sequence[Path],
    *,
    file_format: Format = "auto",
    item_kind: str = "work",
    language: str = "",
    project_spans: bool = False,
    fields: Mapping[str, str] | None = None,
    images: Path | None = None,
    watch: Progress | None = None,
) -> Import:
    """Import all files, or none, in this process. Raises InvalidError. See `start_import`.

    `fields`: the field of each column whose guess it replaces; "": the column is metadata. `images`: a folder, or a
    zip file, with the images that the records name.
    """
    files = _mapped_files(project, paths, file_format, fields or {})
    if images:
        files.append(image_file(project, kind, images.resolve(), images.name))
    close_interrupted(project)
    language = _checked_language(language)
    import_ = Import(
        project=project,
        kind=kind,
        files=files,
        item_kind=item_kind,
        language=language,
        project_spans=project_spans,
    )
    run_claimed(enqueue(import_, claimed=True), watch)
    import_.refresh_from_db()
    return import_


def files_without_reference(
    project: Project, paths: Sequence[Path], file_format: Format, fields: Mapping[str, str]
) -> list[str]:
    """Return the names of the files whose items will have no reference, before they are imported."""
    record_format = record_format_of(project)
    if record_format.reference or record_format.images:
        return []
    files = _mapped_files(project, paths, file_format, fields)
    return [file["name"] for file in files if file["columns"] and not has_reference(file["mapping"])]


def guesses(
    project: Project, paths: Sequence[Path], file_format: Format, fields: Mapping[str, str]
) -> list[tuple[str, str, str]]:
    """Return file, field and column of each guess by content that an import of the files would use."""
    return [
        (file["name"], field, column)
        for file in _mapped_files(project, paths, file_format, fields)
        for field, column in file["guessed"].items()
    ]


def _mapped_files(
    project: Project, paths: Sequence[Path], file_format: Format, fields: Mapping[str, str]
) -> list[dict[str, Any]]:
    files = []
    for path in paths:
        file, found = _file(path.resolve(), path.name, file_format)
        head = read_head(path, found)
        guess = guess_mapping(found.columns, record_format_of(project), head.sample)
        by_content = guessed_fields(found.columns, record_format_of(project), guess)
        file["mapping"] = _replaced(guess, fields)
        file["guessed"] = {
            field: column for field, column in by_content.items() if file["mapping"].get(field) == column
        }
        files.append(file)
    return files


def _replaced(guess: Mapping[str, str], fields: Mapping[str, str]) -> dict[str, str]:
    named = {field: column for column, field in fields.items() if field}
    kept = {name: column for name, column in guess.items() if column not in fields and name not in named}
    return kept | named


def _checked_language(spelling: str) -> str:
    try:
        return spelling if not spelling or canonical(spelling) else ""
    except LanguageError as problem:
        raise wrong_field("language", str(problem)) from problem


def undo_import(import_: Import) -> Import:
    """Remove the rows of an import if nobody has worked on them. The log entry stays. Raises ConflictError."""
    if import_.state != State.DONE:
        raise ConflictError("Only an import that has ended can be undone.", code="not_done")
    module = _module(import_)
    if module.withdraw(import_) and _unpublish(import_, module):
        import_.refresh_from_db()
        return import_
    module.settle(import_, _no_progress)
    raise ConflictError(
        "People have worked on what this import brought, or a source has records for it: it cannot be undone.",
        code="worked_on",
    )


def _unpublish(import_: Import, module: ModuleType) -> bool:
    """Unpublish and queue the removal; return False if somebody started to work on the rows first."""
    with write_transaction():
        import_ = Import.objects.select_for_update(of=("self",)).select_related("project").get(pk=import_.pk)
        if not module.is_untouched(import_):
            return False
        module.unpublish(import_)
        Import.objects.filter(pk=import_.pk).update(
            state=State.UNDONE,
            published_at=None,
            job=Job.objects.create(scope=job_scope(import_.project_id), kind=UNDO),
        )
        record(AuditKind.IMPORT_UNDONE, import_.project.scope, **_described(import_))
    return True


def discard_import(import_: Import) -> None:
    """Delete an upload that was never imported."""
    if import_.state not in {State.UPLOADED, State.REFUSED, State.FAILED}:
        raise ConflictError("This import has been started: it can only be undone.", code="started")
    _delete_upload(import_)
    import_.delete()


@job_kind(RUN)
@job_kind(RUN_SOURCE)
def run_import(job: Job, progress: Progress) -> None:
    """Check, write, publish and settle. A restarted job starts over, or only settles after publication."""
    import_ = Import.objects.select_related("project").get(job=job)
    module = _module(import_)
    try:
        if import_.published_at is None:
            require_free_space()
            module.remove(import_, progress)
            _remove_undone(import_.project)
            checked = 0

            def check(done: int, total: int) -> None:
                nonlocal checked
                checked = done
                progress(done, total)

            if not _check(import_, module, check):
                job.report = {"refused": True}
                job.save(update_fields=["report"])
                return
            _write(import_, module, lambda done: progress(done, checked))
        module.settle(import_, progress)
        _set_state(import_, State.DONE)
        _delete_upload(import_)
    except BaseException:
        if import_.published_at is None:
            module.remove(import_)
            _set_state(import_, State.FAILED)
        raise


@job_kind(UNDO)
def run_undo(job: Job, progress: Progress) -> None:
    import_ = Import.objects.select_related("project").get(job=job)
    _module(import_).remove(import_, progress)


def _remove_undone(project: Project) -> None:
    """Remove rows whose undo still waits for the worker: the check would take them for stored rows."""
    for undone in Import.objects.filter(project=project, state=State.UNDONE).select_related("project"):
        _module(undone).remove(undone)


def _delete_upload(import_: Import) -> None:
    """Delete the uploaded copy of the file. Files named in a command stay."""
    for path in (Path(file["path"]) for file in import_.files):
        if path.parent == settings.FILE_UPLOAD_TEMP_DIR:
            path.unlink(missing_ok=True)


@hourly("work")
def remove_leftover_uploads() -> None:
    """Delete uploaded files that no import names: the process was killed between the file and the row."""
    before = time.time() - _LEFTOVER_AFTER.total_seconds()
    left = [path for path in settings.FILE_UPLOAD_TEMP_DIR.iterdir() if path.stat().st_mtime < before]
    if left:
        named = {file["path"] for files in Import.objects.values_list("files", flat=True) for file in files}
        for path in left:
            if str(path) not in named:
                path.unlink(missing_ok=True)


_MODULES: Mapping[str, ModuleType] = {
    Import.Kind.ITEMS: import_items,
    Import.Kind.ANNOTATIONS: import_annotations,
    Import.Kind.CANDIDATES: import_candidates,
    Import.Kind.SOURCE: import_source,
}


def _module(import_: Import) -> ModuleType:
    return _MODULES[import_.kind]


def _file(path: Path, name: str, file_format: Format = "auto") -> tuple[dict[str, Any], FileFormat]:
    try:
        found = detect(path, file_format)
    except OSError as error:
        raise InvalidError(f"{name}: {error.strerror or error}.", code="unreadable") from error
    except UnreadableFileError as error:
        problem = error.problem
        raise InvalidError(
            f"{name}: {problem.detail}",
            code=problem.code,
            errors=[FieldError(f"{name}:{problem.line}:{problem.field}", problem.code, problem.detail)],
        ) from error
    return {
        "name": name,
        "path": str(path),
        "format": found.format,
        "encoding": found.encoding,
        "delimiter": found.delimiter,
        "columns": list(found.columns),
    }, found


def enqueue(import_: Import, *, claimed: bool = False) -> Job:
    """Queue the import. Raises ConflictError if another one of the project is under way, StorageFullError.

    `claimed`: for this process, which may read files that a server cannot.
    """
    require_free_space()
    try:
        with write_transaction():
            if import_.pk:
                import_.files = lock_unstarted(import_).files
            claim = new_claim() if claimed else {}
            job = Job.objects.create(
                scope=job_scope(import_.project_id),
                kind=RUN_SOURCE if import_.kind == Import.Kind.SOURCE else RUN,
                started_by=starter(),
                **claim,
            )
            import_.job = job
            import_.state = State.WAITING
            import_.problems, import_.problem_count = [], 0
            import_.added = import_.unchanged = import_.differing = 0
            import_.save()
            record(AuditKind.IMPORT_STARTED, import_.project.scope, **_described(import_))
    except IntegrityError as error:
        raise ConflictError(
            "Another import of this project is under way. Wait until it has ended.", code="busy"
        ) from error
    return job


def _described(import_: Import) -> dict[str, Any]:
    return {"import": import_.pk, "content": import_.kind, "files": len(record_files(import_))}


def lock_unstarted(import_: Import) -> Import:
    """Lock the row and return it. Raises ConflictError if it was started since it was read."""
    current = Import.objects.select_for_update().filter(pk=import_.pk).first()
    if current is None or current.state not in {State.UPLOADED, State.REFUSED}:
        raise ConflictError("This import has been started already.", code="started")
    return current


def close_interrupted(project: Project) -> None:
    """Finish or remove interrupted imports, so that a new one can start."""
    interrupted = Import.objects.filter(project=project, state__in=Import.RUNNING).select_related(
        "job", "project"
    )
    for import_ in interrupted:
        if import_.job and (is_alive(import_.job) or import_.job.state == Job.State.WAITING):
            continue
        if import_.published_at:
            _module(import_).settle(import_, _no_progress)
            _set_state(import_, State.DONE)
        else:
            _module(import_).remove(import_)
            _set_state(import_, State.FAILED)
        Job.objects.filter(import__pk=import_.pk).update(
            state=Job.State.FAILED, message="It was interrupted.", finished_at=timezone.now()
        )


def _check(import_: Import, module: ModuleType, progress: Progress) -> bool:
    _set_state(import_, State.CHECKING)
    import_.added = import_.unchanged = import_.differing = 0
    files, problems = files_of(import_), Problems()
    module.check(import_, files, problems, progress, count_records(files))
    import_.problems, import_.problem_count = problems.in_order(files), problems.count
    import_.state = State.REFUSED if problems.count else State.WRITING
    if problems.count:
        import_.added = 0
    with write_transaction():
        import_.save()
    return not problems.count


def _write(import_: Import, module: ModuleType, progress: Callable[[int], object]) -> None:
    module.write(import_, files_of(import_), progress)
    with write_transaction():
        module.publish(import_)
        import_.published_at = timezone.now()
        import_.save(update_fields=["published_at"])
        added: dict[str, Any] = {"added": import_.added, "unchanged": import_.unchanged}
        record(AuditKind.IMPORT_FINISHED, import_.project.scope, **_described(import_), **added)


def _set_state(import_: Import, state: str) -> None:
    import_.state = state
    with write_transaction():
        import_.save(update_fields=["state"])


def _no_progress(done: int, total: int) -> None:
    del done, total
