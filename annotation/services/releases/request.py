"""Request a release: validate the request and create the job that builds it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from annotation.models import Project, Release
from annotation.models.project import job_scope
from annotation.queries.projects.access import minimum_under_policy, record_format_of
from annotation.queries.references.item_images import stored_images
from annotation.queries.releases.release_candidates import count_ready_items
from annotation.services.projects.project_settings import touch
from annotation.services.releases.build_job import KIND
from annotation.services.releases.selected_items import stored_selection
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.free_space import require_free_space
from foundation.jobs import Progress, finish_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.formats.annotation_fields import IN_RELEASES
from morelkit.gold.policy import GoldPolicy, to_json
from morelkit.release.parquet import pyarrow_version
from morelkit.release.splits import PlanError, SplitPlan, read_plan

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
_LICENSE: Final = re.compile(r"[A-Za-z0-9.+-]{0,60}")


@dataclass(frozen=True)
class ReleaseRequest:
    """A requested release.

    `splits`: plan as JSON. `languages`: empty for all. `withhold`: fields that unlabelled records leave out.
    `leave_out`: fields that all records leave out. `images`: whether the release has the files of images.
    `annotation_fields`: of the raw annotations, see `morelkit.formats.annotation_fields`. `opens_on`: day after the
    embargo. `selection`: name of the one that items must be in; "": all items.
    """

    name: str
    policy: GoldPolicy
    languages: Sequence[str] = ()
    splits: Mapping[str, Any] = field(default_factory=dict)
    evidence: bool = False
    comments: bool = False
    imported_ids: bool = False
    parquet: bool = False
    images: bool = False
    license: str = ""
    notes: str = ""
    withhold: Sequence[str] = ()
    leave_out: Sequence[str] = ()
    annotation_fields: Sequence[str] = ()
    embargo: Sequence[str] = ()
    opens_on: date | None = None
    selection: str = ""


def request_release(project: Project, request: ReleaseRequest, by: User | None) -> Release:
    """Create a release and its job.

    Raises InvalidError for invalid requests, ConflictError for an existing name, StorageFullError.
    """
    require_free_space(stored_images(project).size if request.images else 0)
    plan = _plan(request)
    _check(project, request, plan)
    selection = stored_selection(project, request.selection) if request.selection else None
    fields = [name for name in IN_RELEASES if name in request.annotation_fields]
    stored = {
        "policy": to_json(request.policy),
        "languages": list(request.languages),
        "splits": plan.to_json(),
        "evidence": request.evidence,
        "comments": request.comments,
        "imported_ids": request.imported_ids,
        "parquet": pyarrow_version() if request.parquet else "",
        "license": request.license,
        "notes": request.notes,
        **({"withhold": sorted(set(request.withhold))} if request.withhold else {}),
        **({"leave_out": sorted(set(request.leave_out))} if request.leave_out else {}),
        **({"annotation_fields": fields} if fields else {}),
        **({"images": True} if request.images else {}),
        **({"selection": selection} if selection else {}),
    }
    try:
        with write_transaction():
            lists = {"lists": {name: list(ids) for name, ids in plan.lists.items()}} if plan.lists else {}
            job = Job.objects.create(
                scope=job_scope(project.pk), kind=KIND, options={"lists": lists}, started_by=by
            )
            release = Release.objects.create(
                project=project,
                job=job,
                name=request.name,
                request=stored,
                embargo=list(request.embargo),
                opens_on=request.opens_on,
                created_by=by,
            )
            record(AuditKind.RELEASE_REQUESTED, project.scope, actor=by, release=request.name)
            touch(project)
    except IntegrityError as error:
        raise ConflictError(
            f"There is a release “{request.name}” already: a release never changes. Take another name.",
            code="name_taken",
        ) from error
    return release


def build_now(project: Project, request: ReleaseRequest, watch: Progress | None = None) -> Release:
    """Build a release for a command, in this process or by waiting for a worker. Raises the errors of the build."""
    release = request_release(project, request, None)
    if release.job:
        finish_job(release.job, watch)
    release.refresh_from_db()
    if release.state == Release.State.FAILED:
        raise InvalidError(release.message, code="failed")
    return release


def _plan(request: ReleaseRequest) -> SplitPlan:
    try:
        return read_plan(dict(request.splits))
    except PlanError as error:
        errors = [
            FieldError(f"/splits{pointer}", "splits", f"{detail}.") for pointer, detail in error.problems
        ]
        raise InvalidError(f"splits: {errors[0].detail}", code="splits", errors=errors) from error


def _check(project: Project, request: ReleaseRequest, plan: SplitPlan) -> None:
    if not _NAME.fullmatch(request.name):
        raise wrong_field("name", "A name has 1 to 60 letters, digits, dots, hyphens and underscores.")
    if not _LICENSE.fullmatch(request.license):
        raise wrong_field("license", "A license is named by its identifier, such as cc-by-4.0.")
    if request.parquet and not pyarrow_version():
        raise wrong_field("parquet", "Parquet needs pyarrow, which is not installed on this server.")
    if request.images and record_format_of(project).images is None:
        raise wrong_field("images", "Items of this project have no images: leave them out.")
    _check_embargo(request, plan)
    found = count_ready_items(project, minimum_under_policy(project, request.policy, request.languages))
    if not any(each["ready"] for each in found.values()):
        raise InvalidError(
            "There is nothing to release: no item has as many annotations as it needs.", code="nothing"
        )
    for language, each in found.items():
        if not each["ready"] and not plan.unannotated:
            raise wrong_field(
                "languages",
                f"No item of “{language}” has as many annotations as it needs: release the other languages, or ask "
                "for fewer annotations.",
                "below_minimum",
            )


def _check_embargo(request: ReleaseRequest, plan: SplitPlan) -> None:
    if request.opens_on and not request.embargo:
        raise wrong_field("opens_on", "Say which splits are held back until then.")
    if request.opens_on and request.opens_on <= timezone.now().astimezone(UTC).date():
        raise wrong_field(
            "opens_on", f"The embargo would be over already: {request.opens_on} is no later day."
        )
    if plan.unannotated in request.embargo:
        raise wrong_field(
            "embargo",
            f"The split “{plan.unannotated}” has items that nobody has annotated: it has no gold to hold back.",
        )
    known = plan.splits
    for split in request.embargo:
        if known and split not in known:
            raise wrong_field(
                "embargo", f"There is no split “{split[:40]}” to hold back: {', '.join(known)}."
            )
