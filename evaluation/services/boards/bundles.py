"""Build the bundle of a phase in the background, and publish it."""

import os
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Final

from evaluation.models import Bundle, Phase, Task
from evaluation.queries.boards.board_access import current_revision
from evaluation.queries.boards.bundle_content import BundleContent, Content, sha256_of
from evaluation.queries.stored_files import bundle_file
from evaluation.queries.tasks.access import TaskAccess
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, wrong_field
from foundation.free_space import require_free_space
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.private_files import open_private
from foundation.write_transaction import write_transaction
from morelkit.release.layout import MANIFEST

KIND: Final = "bundle"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest time of the zip format


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
    building = final.with_suffix(".building")
    require_free_space()
    with heartbeat(job):
        _write(bundle, building, progress)
    size, sha256 = building.stat().st_size, sha256_of(building)
    with write_transaction():
        lock_job(job)
        os.replace(building, final)
        Bundle.objects.filter(pk=bundle.pk).update(size=size, sha256=sha256)


def _write(bundle: Bundle, path: Path, progress: Progress) -> None:
    content = BundleContent(bundle)
    folder = f"{bundle.task.slug}-{bundle.phase.slug}"
    digests: dict[str, str] = {}
    done = 0
    with (
        open_private(path, replace=True) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, each in content.files():
            digests[name] = _add(archive, f"{folder}/{name}", each)
            done += name.startswith("predictions/")
            progress(done, content.total)
        _add(archive, f"{folder}/{MANIFEST}", content.manifest(digests))
        file.flush()


def _add(archive: zipfile.ZipFile, name: str, content: Content) -> str:
    data = content if isinstance(content, bytes) else content.read_bytes()
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)
    return sha256_of(data)
