"""What becomes of a release that is built: opened, withdrawn, and re-issued for somebody who was erased."""

import hashlib
import os
import shutil
from datetime import datetime

from annotation.domain.release.writing import sync_folder
from annotation.errors import ConflictError, wrong_field
from annotation.models import Annotator, Job, Project, Release
from annotation.queries.release_files import directory_of, workshop_of
from annotation.services.jobs import Progress, job_kind
from annotation.services.projects import touch
from annotation.services.releases.building import LANE, build
from annotation.writing import writing

REISSUE = "reissue_release"
_KEPT = (Release.State.READY, Release.State.WITHDRAWN)


def open_embargo(release: Release, now: datetime) -> Release:
    """A lead's word ends it before its day. Raises ConflictError where there is none."""
    with writing():
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
    with writing():
        found = Release.objects.select_for_update().get(pk=release.pk)
        if found.state != Release.State.READY:
            raise ConflictError("Only a release that is there can be withdrawn.", code="not_ready")
        found.state = Release.State.WITHDRAWN
        found.withdrawn_at, found.withdrawn_reason = now, reason.strip()
        found.save(update_fields=["state", "withdrawn_at", "withdrawn_reason"])
        touch(found.project)
    return found


def reissue(annotator: Annotator) -> None:
    """After an erasure: releases with comments are built anew, and are not to be had until then."""
    for release in Release.objects.filter(project=annotator.project_id, state__in=_KEPT):
        if release.request["comments"]:
            Job.objects.create(project_id=annotator.project_id, kind=REISSUE, options={"release": release.pk})
            Release.objects.filter(pk=release.pk).update(reissue_due=True)


@job_kind(REISSUE, lane=LANE)
def run(job: Job, progress: Progress) -> None:
    """From the freeze record, with tombstones where comments were. The old bytes go once the new ones are whole."""
    release = Release.objects.select_related("project").get(pk=job.options["release"])
    workshop, kept = workshop_of(release), directory_of(release)
    shutil.rmtree(workshop, ignore_errors=True)
    workshop.mkdir()
    built = build(release, workshop, progress)
    old = workshop.with_name(f".old-{release.pk}-{os.getpid()}")
    if kept.exists():
        kept.rename(old)
    workshop.rename(kept)
    sync_folder(kept.parent)
    shutil.rmtree(old, ignore_errors=True)
    with writing():
        later = Job.objects.filter(project=release.project_id, kind=REISSUE, pk__gt=job.pk)
        waits = any(each.options["release"] == release.pk for each in later)
        Release.objects.filter(pk=release.pk).update(
            manifest_sha256=hashlib.sha256(built.manifest).hexdigest(), reissue_due=waits
        )
        touch(Project(pk=release.project_id))
