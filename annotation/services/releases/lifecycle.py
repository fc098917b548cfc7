"""What becomes of a release that is built: opened, withdrawn, and re-issued for somebody who was erased."""

import hashlib
import shutil
from datetime import datetime, timedelta
from pathlib import Path

from django.db.models import QuerySet

from annotation.models import Annotator, Release
from annotation.models.project import job_scope
from annotation.queries.releases.release_files import directory_of, workshop_of
from annotation.services.projects.project_settings import touch
from annotation.services.releases.build_job import QUEUE, REISSUE, ask_for_reissue, build, failure_of
from foundation.errors import ConflictError, InvalidError, wrong_field
from foundation.jobs import (
    Progress,
    TakenOverError,
    TryLaterError,
    heartbeat,
    job_kind,
    lock_job,
    on_worker_start,
)
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.release.build import sync_folder
from morelkit.release.parquet import pyarrow_version

_KEPT = (Release.State.READY, Release.State.WITHDRAWN)
_PAUSE = timedelta(minutes=1)  # before what failed is tried again; longer each time, to about an hour


def open_embargo(release: Release, now: datetime) -> Release:
    """A lead's word ends it before its day. Raises ConflictError where there is none."""
    with write_transaction():
        found = Release.objects.select_for_update().get(pk=release.pk)
        if found.state != Release.State.READY or not found.embargo or found.opened_at:
            raise ConflictError("Nothing of this release is held back.", code="no_embargo")
        found.opened_at = now
        found.save(update_fields=["opened_at"])
        touch(found.project)
    return found


def withdraw(release: Release, reason: str, now: datetime) -> Release:
    """It stays in the list, with the reason. Raises InvalidError without one, ConflictError where it cannot be."""
    if not reason.strip():
        raise wrong_field("reason", "Say why: whoever uses the release will read it.")
    with write_transaction():
        found = Release.objects.select_for_update().get(pk=release.pk)
        if found.state != Release.State.READY:
            raise ConflictError("Only a release that is there can be withdrawn.", code="not_ready")
        found.state = Release.State.WITHDRAWN
        found.withdrawn_at, found.withdrawn_reason = now, reason.strip()
        found.save(update_fields=["state", "withdrawn_at", "withdrawn_reason"])
        touch(found.project)
    return found


def reissue(annotator: Annotator) -> None:
    """In the transaction of an erasure: releases with comments are built anew, and are not to be had until then.

    One that is being built is as well, once it is there: it may have taken up a comment already.
    """
    theirs = Release.objects.filter(project=annotator.project_id).exclude(state=Release.State.FAILED)
    for release in theirs.select_for_update().order_by("pk"):
        if release.request["comments"]:
            Release.objects.filter(pk=release.pk).update(reissue_due=True)
            if release.state in _KEPT:
                ask_for_reissue(release)


@job_kind(REISSUE, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """From the freeze record, with tombstones where comments were. The old bytes go once the new ones are whole.

    What fails is tried again until it succeeds: nobody's words stay because a disk was full for a moment.
    """
    release = Release.objects.select_related("project").get(pk=job.options["release"])
    try:
        with heartbeat(job):
            _tidy(release)
            _take_present_pyarrow(release)
            workshop_of(release).mkdir()
            built = build(release, workshop_of(release), progress)
            with write_transaction():
                lock_job(job)
                _exchange(release)
                Release.objects.filter(pk=release.pk).update(
                    manifest_sha256=hashlib.sha256(built.manifest).hexdigest(),
                    request=release.request,
                    reissue_due=_asked_for(release).filter(pk__gt=job.pk).exists(),
                )
                touch(release.project)
            if _old(release).exists():
                shutil.rmtree(_old(release))
    except TakenOverError:
        raise
    except Exception as error:
        shutil.rmtree(workshop_of(release), ignore_errors=True)
        tries = job.options.get("tries", 0)
        Job.objects.filter(pk=job.pk).update(options=job.options | {"tries": tries + 1})
        raise TryLaterError(failure_of(error).detail, after=_PAUSE * 2 ** min(tries, 6)) from error


@on_worker_start(QUEUE)
def resume() -> None:
    """Whatever became of a job, the words of somebody who was erased do not stay."""
    with write_transaction():
        due = Release.objects.select_for_update().filter(reissue_due=True, state__in=_KEPT)
        for release in due.order_by("pk"):
            if not _asked_for(release).exists():
                ask_for_reissue(release)


def _asked_for(release: Release) -> QuerySet[Job]:
    return Job.objects.filter(
        scope=job_scope(release.project_id),
        kind=REISSUE,
        state__in=Job.OPEN,
        options__release=release.pk,
    )


def _take_present_pyarrow(release: Release) -> None:
    """The files are others in any case, so that of Parquet may be another one too; none at all is not enough."""
    needed, installed = release.request["parquet"], pyarrow_version()
    if needed and not installed:
        raise InvalidError("It has Parquet files, and pyarrow is not installed.", code="pyarrow")
    release.request["parquet"] = installed if needed else ""


def _old(release: Release) -> Path:
    return workshop_of(release).with_name(f".old-{release.pk}")


def _tidy(release: Release) -> None:
    """What an attempt that was killed has left: the old directory, which may be all there is of the release."""
    old, kept = _old(release), directory_of(release)
    if old.exists() and kept.exists():
        shutil.rmtree(old)
    elif old.exists():
        old.rename(kept)
    shutil.rmtree(workshop_of(release), ignore_errors=True)


def _exchange(release: Release) -> None:
    kept = directory_of(release)
    if kept.exists():
        kept.rename(_old(release))
    workshop_of(release).rename(kept)
    sync_folder(kept.parent)
