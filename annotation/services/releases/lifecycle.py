"""Publish releases, end embargoes, withdraw releases, and reissue releases without the comments of erased people."""

import hashlib
import secrets
import shutil
from datetime import datetime, timedelta
from pathlib import Path

from django.db.models import QuerySet

from annotation.models import Annotator, Release
from annotation.models.project import job_scope
from annotation.queries.releases.release_files import build_directory, release_directory
from annotation.services.projects.project_settings import touch
from annotation.services.releases.build_job import QUEUE, REISSUE, build, failure_of, request_reissue
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, InvalidError, wrong_field
from foundation.jobs import (
    Progress,
    TakenOverError,
    TryLaterError,
    heartbeat,
    hourly,
    job_kind,
    lock_job,
)
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.release.build import sync_folder
from morelkit.release.parquet import pyarrow_version

_BUILT_STATES = (Release.State.READY, Release.State.WITHDRAWN)
_PAUSE = timedelta(minutes=1)  # before the first retry; doubled for each further one, up to about an hour


def publish(release: Release, now: datetime) -> Release:
    """Show a release to all members. An earlier link works again. Raises ConflictError unless it is built."""
    with write_transaction():
        found = _locked(release)
        if found.state not in _BUILT_STATES:
            raise ConflictError(f"“{found.name}” is not built.", code="not_ready")
        if found.published_at is None:
            found.published_at = now
            found.save(update_fields=["published_at"])
            record(AuditKind.RELEASE_PUBLISHED, found.project.scope, release=found.name)
            touch(found.project)
    return found


def unpublish(release: Release) -> Release:
    """Show a release to leads only. Its link stops working until it is published again."""
    with write_transaction():
        found = _locked(release)
        if found.published_at is not None:
            found.published_at = None
            found.save(update_fields=["published_at"])
            record(AuditKind.RELEASE_UNPUBLISHED, found.project.scope, release=found.name)
            touch(found.project)
    return found


def create_link(release: Release) -> Release:
    """Give a published release a link that works without a login. Raises ConflictError unless it is published."""
    with write_transaction():
        found = _locked(release)
        if found.published_at is None:
            raise ConflictError("Publish the release first.", code="not_published")
        if found.link_token is None:
            found.link_token = secrets.token_urlsafe(32)
            found.save(update_fields=["link_token"])
            record(AuditKind.RELEASE_LINK_CREATED, found.project.scope, release=found.name)
            touch(found.project)
    return found


def revoke_link(release: Release) -> Release:
    """End the link of a release for good: a later one has another address."""
    with write_transaction():
        found = _locked(release)
        if found.link_token is not None:
            found.link_token = None
            found.save(update_fields=["link_token"])
            record(AuditKind.RELEASE_LINK_REVOKED, found.project.scope, release=found.name)
            touch(found.project)
    return found


def _locked(release: Release) -> Release:
    return Release.objects.select_for_update(of=("self",)).select_related("project").get(pk=release.pk)


def open_embargo(release: Release, now: datetime) -> Release:
    """End the embargo of a release now. Raises ConflictError if it has none."""
    with write_transaction():
        found = _locked(release)
        if found.state != Release.State.READY or not found.embargo or found.opened_at:
            raise ConflictError("Nothing of this release is held back.", code="no_embargo")
        found.opened_at = now
        found.save(update_fields=["opened_at"])
        record(AuditKind.RELEASE_OPENED, found.project.scope, release=found.name)
        touch(found.project)
    return found


def withdraw(release: Release, reason: str, now: datetime) -> Release:
    """Mark a release as withdrawn. Raises InvalidError without a reason, ConflictError if it is not ready."""
    if not reason.strip():
        raise wrong_field("reason", "Say why: people who use the release will read it.")
    with write_transaction():
        found = _locked(release)
        if found.state != Release.State.READY:
            raise ConflictError("Only a release that has been built can be withdrawn.", code="not_ready")
        found.state = Release.State.WITHDRAWN
        found.withdrawn_at, found.withdrawn_reason = now, reason.strip()
        found.save(update_fields=["state", "withdrawn_at", "withdrawn_reason"])
        record(AuditKind.RELEASE_WITHDRAWN, found.project.scope, release=found.name)
        touch(found.project)
    return found


def reissue(annotator: Annotator) -> None:
    """Request new builds of all releases with comments; downloads are refused until then.

    Call it in the transaction of an erasure. A release that is being built may already contain a comment, and
    is reissued when its build ends.
    """
    releases = Release.objects.filter(project=annotator.project_id).exclude(state=Release.State.FAILED)
    for release in releases.select_for_update().order_by("pk"):
        if release.request["comments"]:
            Release.objects.filter(pk=release.pk).update(reissue_due=True)
            if release.state in _BUILT_STATES:
                request_reissue(release)


@job_kind(REISSUE, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Build the release again with tombstones instead of comments, then replace and delete the old files.

    A failed reissue is retried until it succeeds, so that a full disk cannot keep an erased person's comments.
    """
    release = Release.objects.select_related("project").get(pk=job.options["release"])
    try:
        with heartbeat(job):
            _restore_interrupted(release)
            _use_installed_pyarrow(release)
            build_directory(release).mkdir()
            built = build(release, build_directory(release), progress)
            with write_transaction():
                lock_job(job)
                _replace_directory(release)
                Release.objects.filter(pk=release.pk).update(
                    manifest_sha256=hashlib.sha256(built.manifest).hexdigest(),
                    request=release.request,
                    reissue_due=_reissue_jobs(release).filter(pk__gt=job.pk).exists(),
                )
                touch(release.project)
            if _old_directory(release).exists():
                shutil.rmtree(_old_directory(release))
    except TakenOverError:
        raise
    except Exception as error:
        shutil.rmtree(build_directory(release), ignore_errors=True)
        tries = job.options.get("tries", 0)
        Job.objects.filter(pk=job.pk).update(options=job.options | {"tries": tries + 1})
        raise TryLaterError(failure_of(error).detail, after=_PAUSE * 2 ** min(tries, 6)) from error


@hourly(QUEUE)
def resume() -> None:
    """Create missing jobs for releases that are due to be reissued."""
    with write_transaction():
        due = Release.objects.select_for_update().filter(reissue_due=True, state__in=_BUILT_STATES)
        for release in due.order_by("pk"):
            if not _reissue_jobs(release).exists():
                request_reissue(release)


def _reissue_jobs(release: Release) -> QuerySet[Job]:
    return Job.objects.filter(
        scope=job_scope(release.project_id),
        kind=REISSUE,
        state__in=Job.OPEN,
        options__release=release.pk,
    )


def _use_installed_pyarrow(release: Release) -> None:
    """Use the installed pyarrow: the files of a reissue differ anyway. Raises InvalidError if none is installed."""
    needed, installed = release.request["parquet"], pyarrow_version()
    if needed and not installed:
        raise InvalidError("It has Parquet files, and pyarrow is not installed.", code="pyarrow")
    release.request["parquet"] = installed if needed else ""


def _old_directory(release: Release) -> Path:
    return build_directory(release).with_name(f".old-{release.pk}")


def _restore_interrupted(release: Release) -> None:
    """Clean up after a killed attempt. The old directory may be the only copy of the release."""
    old, kept = _old_directory(release), release_directory(release)
    if old.exists() and kept.exists():
        shutil.rmtree(old)
    elif old.exists():
        old.rename(kept)
    shutil.rmtree(build_directory(release), ignore_errors=True)


def _replace_directory(release: Release) -> None:
    kept = release_directory(release)
    if kept.exists():
        kept.rename(_old_directory(release))
    build_directory(release).rename(kept)
    sync_folder(kept.parent)
