"""Build the bundle of a phase in the background, and publish it."""

import os
from datetime import datetime
from pathlib import Path
from typing import Final

from evaluation.models import Bundle, Phase, Task
from evaluation.queries.boards.board_access import current_revision
from evaluation.queries.stored_files import bundle_file
from evaluation.queries.tasks.access import TaskAccess
from evaluation.services.boards.bundle_content import write_bundle
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, wrong_field
from foundation.free_space import ReservingFile, require_free_space
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.private_files import open_private
from foundation.working_folder import working_folder
from foundation.write_transaction import write_transaction
from morelkit.release.build import sync_folder
from morelkit.release.read_lines import digest_of
from morelkit.release.zip_stream import zip_pieces

KIND: Final = "bundle"


def request_bundle(here: TaskAccess, phase: str, names: str) -> Bundle:
    """Create a bundle that a job builds. Raises InvalidError for an unknown phase, ConflictError while one is built."""
    found = Phase.objects.filter(task=here.task, slug=phase).first()
    if found is None:
        raise wrong_field("phase", "The task has no phase with this slug.", "unknown")
    revision = current_revision(here)
    with write_transaction():
        Task.objects.select_for_update().get(pk=here.task.pk)
        if Job.objects.filter(scope=here.task.scope, kind=KIND, state__in=Job.OPEN).exists():
            raise ConflictError("Another bundle of this task is being built.", code="bundle_open")
        job = Job.objects.create(scope=here.task.scope, kind=KIND)
        bundle = Bundle.objects.create(task=here.task, phase=found, revision=revision, names=names, job=job)
        Job.objects.filter(pk=job.pk).update(options={"bundle": bundle.pk})
        record(AuditKind.BUNDLE_REQUESTED, here.task.scope, phase=found.slug, names=names)
    return bundle


def publish_bundle(bundle: Bundle, *, published: bool, now: datetime) -> Bundle:
    """Show a bundle to participants once its phase shows gold, or to organizers only again."""
    with write_transaction():
        row = Bundle.objects.select_for_update().get(pk=bundle.pk)
        if published and not row.sha256:
            raise ConflictError("Wait until its job is done.", code="not_built")
        if published != (row.published_at is not None):
            row.published_at = now if published else None
            row.save(update_fields=["published_at"])
            kind = AuditKind.BUNDLE_PUBLISHED if published else AuditKind.BUNDLE_UNPUBLISHED
            record(kind, bundle.task.scope, bundle=row.pk)
    return Bundle.objects.select_related("phase", "job", "task").get(pk=bundle.pk)


@job_kind(KIND, queue="boards", exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Write the zip beside its place and rename it. After a kill it starts again."""
    bundle = (
        Bundle.objects.select_related("task", "phase", "revision")
        .filter(pk=job.options.get("bundle"))
        .first()
    )
    if bundle is None:
        return
    final = bundle_file(bundle)
    final.parent.mkdir(parents=True, exist_ok=True)
    require_free_space()
    with heartbeat(job), working_folder(final.parent) as folder:
        write_bundle(bundle, folder / "bundle", progress)
        packed = folder / "bundle.zip"
        _pack(bundle, folder / "bundle", packed)
        size, sha256 = packed.stat().st_size, digest_of(packed)
        with write_transaction():
            lock_job(job)
            os.replace(packed, final)
            sync_folder(final.parent)
            Bundle.objects.filter(pk=bundle.pk).update(size=size, sha256=sha256)


def _pack(bundle: Bundle, directory: Path, packed: Path) -> None:
    """Write the zip of a directory, with the same bytes for the same files."""
    paths = [path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()]
    name = f"{bundle.task.slug}-{bundle.phase.slug}"
    with open_private(packed) as file:
        reserving = ReservingFile(file, packed.parent)
        for piece in zip_pieces(directory, paths, name):
            reserving.write(piece)
        file.flush()
        os.fsync(file.fileno())
