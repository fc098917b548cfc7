"""An import from upload to undo.

Check first, all of it; write batches that nobody sees; publish in one short transaction; then settle what follows
from it (open items to annotators, count annotations), in batches again. Each step can be started anew after a kill.
"""

import json
import shutil
import uuid
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Literal

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from annotation.models import Import, Project
from annotation.models.project import job_scope
from annotation.queries.imports.import_log import only_language
from annotation.services.imports import import_annotations, import_items
from annotation.services.imports.read_records import Problems, count_lines, sources
from foundation.errors import ConflictError, FieldError, InvalidError
from foundation.jobs import Progress, is_alive, job_kind, run_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.formats.column_mapping import Problem, check_mapping, guess_mapping
from morelkit.formats.spreadsheets import FileFormat, UnreadableFileError, detect, iter_rows

State = Import.State

Format = Literal["auto", "jsonl", "csv", "tsv"]

RUN, UNDO = "import", "undo_import"
PREVIEWED = 5  # rows
LOOKED_THROUGH = 100  # lines, for rows to preview
PREVIEW_LENGTH = 400  # characters of a cell


def upload(project: Project, kind: str, file: IO[bytes], name: str, user: User) -> Import:
    """Keep the file, find out what it is and guess its columns. Raises InvalidError where nothing can be read."""
    directory = settings.DATA_DIR / "uploads"
    directory.mkdir(exist_ok=True)
    path = directory / f"{uuid.uuid4().hex}{Path(name).suffix[:16]}"
    with path.open("wb") as kept:
        shutil.copyfileobj(file, kept, 1 << 20)
    try:
        found = _file(path, name)
    except InvalidError:
        path.unlink()
        raise
    preview, unreadable = _preview(path, found[1])
    return Import.objects.create(
        project=project,
        kind=kind,
        files=[found[0]],
        mapping=guess_mapping(found[1].columns),
        preview=preview,
        warnings={"unreadable": unreadable},
        created_by=user,
    )


def start_import(import_: Import, mapping: dict[str, str], item_kind: str = "work") -> Import:
    """Hand an uploaded file to the worker, with the columns the lead has settled on.

    `item_kind` is that of items whose record does not say theirs.
    """
    columns = import_.files[0]["columns"]
    chosen = {field: column for field, column in (mapping or import_.mapping).items() if column}
    language = only_language(import_.project)
    wrong = check_mapping(chosen, columns, language) if import_.kind == Import.Kind.ITEMS else []
    if wrong:
        errors = [FieldError(f"/mapping/{problem.field}", problem.code, problem.detail) for problem in wrong]
        raise InvalidError(wrong[0].detail, errors=errors)
    import_.mapping, import_.item_kind = chosen, item_kind
    _enqueue(import_)
    return import_


def import_files(
    project: Project,
    kind: str,
    paths: Sequence[Path],
    *,
    file_format: Format = "auto",
    item_kind: str = "work",
    watch: Progress | None = None,
) -> Import:
    """For commands: import the files, all or none, in this process. As `start_import`. Raises InvalidError."""
    files = [_file(path.resolve(), path.name, file_format)[0] for path in paths]
    _take_over(project)
    import_ = Import(project=project, kind=kind, files=files, item_kind=item_kind)
    run_job(_enqueue(import_), watch)
    import_.refresh_from_db()
    return import_


def undo_import(import_: Import) -> Import:
    """Take the rows of an import away, while nobody has worked on them. Its log entry stays."""
    if import_.state != State.DONE:
        raise ConflictError("Only an import that has ended can be undone.", code="not_done")
    module = _module(import_)
    if module.withdraw(import_) and _take_back(import_, module):
        import_.refresh_from_db()
        return import_
    module.settle(import_, _unwatched)
    raise ConflictError(
        "People have worked on what this import brought: it cannot be undone any more.", code="worked_on"
    )


def _take_back(import_: Import, module: ModuleType) -> bool:
    """False where somebody has begun to work on it since it was withdrawn."""
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
    return True


def discard_import(import_: Import) -> None:
    """Forget an upload that was never imported."""
    if import_.state not in {State.UPLOADED, State.REFUSED, State.FAILED}:
        raise ConflictError("This import has been started: it can only be undone.", code="started")
    _forget_upload(import_)
    import_.delete()


@job_kind(RUN)
def run_import(job: Job, progress: Progress) -> None:
    """Check, write, publish, settle. Started again after a kill it begins anew, or settles what was published."""
    import_ = Import.objects.select_related("project").get(job=job)
    module = _module(import_)
    try:
        if import_.published_at is None:
            module.remove(import_, progress)
            _remove_undone(import_.project)
            if not _check(import_, module, progress):
                return
            _write(import_, module, progress)
        module.settle(import_, progress)
        _enter(import_, State.DONE)
        _forget_upload(import_)
    except BaseException:
        if import_.published_at is None:
            module.remove(import_)
            _enter(import_, State.FAILED)
        raise


@job_kind(UNDO)
def run_undo(job: Job, progress: Progress) -> None:
    import_ = Import.objects.select_related("project").get(job=job)
    _module(import_).remove(import_, progress)


def _remove_undone(project: Project) -> None:
    """The worker may not have come to it yet, and what was undone must not pass for what is here."""
    for undone in Import.objects.filter(project=project, state=State.UNDONE).select_related("project"):
        _module(undone).remove(undone)


def _forget_upload(import_: Import) -> None:
    """Delete our copy of the file; a file that a command named is not ours."""
    for source in sources(import_):
        if source.path.parent == settings.DATA_DIR / "uploads":
            source.path.unlink(missing_ok=True)


def _module(import_: Import) -> ModuleType:
    return import_items if import_.kind == Import.Kind.ITEMS else import_annotations


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


def _preview(path: Path, file_format: FileFormat) -> tuple[list[dict[str, str]], int]:
    """The first readable rows, and how many lines on the way to them cannot be read."""
    preview: list[dict[str, str]] = []
    unreadable = 0
    for _, row in islice(iter_rows(path, file_format), LOOKED_THROUGH):
        if isinstance(row, Problem):
            unreadable += 1
            continue
        preview.append({key: _cell(value)[:PREVIEW_LENGTH] for key, value in row.items()})
        if len(preview) == PREVIEWED:
            break
    return preview, unreadable


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _enqueue(import_: Import) -> Job:
    """Wait for the worker, unless another import of the project is under way."""
    try:
        with write_transaction():
            if import_.pk:
                _lock_unstarted(import_)
            job = Job.objects.create(scope=job_scope(import_.project_id), kind=RUN)
            import_.job = job
            import_.state = State.WAITING
            import_.problems, import_.problem_count = [], 0
            import_.added = import_.unchanged = import_.differing = 0
            import_.save()
    except IntegrityError as error:
        raise ConflictError(
            "Another import of this project is under way. Wait until it has ended.", code="busy"
        ) from error
    return job


def _lock_unstarted(import_: Import) -> None:
    """Hold the row, as it is now and not as it was read. Raises ConflictError where it has been started."""
    present = Import.objects.select_for_update().filter(pk=import_.pk).first()
    if present is None or present.state not in {State.UPLOADED, State.REFUSED}:
        raise ConflictError("This import has been started already.", code="started")


def _take_over(project: Project) -> None:
    """End what a killed import has left, so that a new one may begin."""
    left = Import.objects.filter(
        project=project, state__in=[State.WAITING, State.CHECKING, State.WRITING]
    ).select_related("job", "project")
    for import_ in left:
        if import_.job and (is_alive(import_.job) or import_.job.state == Job.State.WAITING):
            continue
        if import_.published_at:
            _module(import_).settle(import_, _unwatched)
            _enter(import_, State.DONE)
        else:
            _module(import_).remove(import_)
            _enter(import_, State.FAILED)
        Job.objects.filter(import__pk=import_.pk).update(
            state=Job.State.FAILED, message="It was interrupted.", finished_at=timezone.now()
        )


def _check(import_: Import, module: ModuleType, progress: Progress) -> bool:
    _enter(import_, State.CHECKING)
    import_.added = import_.unchanged = import_.differing = 0
    files, problems = sources(import_), Problems()
    module.check(import_, files, problems, progress, count_lines(files))
    import_.problems, import_.problem_count = problems.in_order(files), problems.count
    import_.state = State.REFUSED if problems.count else State.WRITING
    if problems.count:
        import_.added = 0
    with write_transaction():
        import_.save()
    return not problems.count


def _write(import_: Import, module: ModuleType, progress: Progress) -> None:
    module.write(import_, sources(import_), progress)
    with write_transaction():
        module.publish(import_)
        import_.published_at = timezone.now()
        import_.save(update_fields=["published_at"])


def _enter(import_: Import, state: str) -> None:
    import_.state = state
    with write_transaction():
        import_.save(update_fields=["state"])


def _unwatched(done: int, total: int) -> None:
    del done, total
