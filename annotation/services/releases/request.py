"""Ask for a release: what can be refused is refused now, the rest is the worker's."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from annotation.models import Project, Release
from annotation.models.project import job_scope
from annotation.queries.projects.access import minimum_under_policy
from annotation.queries.releases.release_candidates import enough
from annotation.services.projects.project_settings import touch
from annotation.services.releases.build_job import KIND
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.jobs import Progress, run_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.gold.policy import GoldPolicy, to_json
from morelkit.release.parquet import pyarrow_version
from morelkit.release.splits import PlanError, SplitPlan, read_plan

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
_PAUSE: Final = 0.5  # seconds between two looks at a job that another process does
_LICENSE: Final = re.compile(r"[A-Za-z0-9.+-]{0,60}")


@dataclass(frozen=True)
class Wish:
    """What a lead wants.

    `splits`: a plan as JSON. `languages`: none for all. `opens_on`: the first day after the embargo.
    """

    name: str
    policy: GoldPolicy
    languages: Sequence[str] = ()
    splits: Mapping[str, Any] = field(default_factory=dict)
    evidence: bool = False
    comments: bool = False
    imported_ids: bool = False
    parquet: bool = False
    license: str = ""
    notes: str = ""
    embargo: Sequence[str] = ()
    opens_on: date | None = None


def ask_for_release(project: Project, wish: Wish, by: User | None) -> Release:
    """Raises InvalidError for what could never be built, ConflictError for a name that exists."""
    plan = _plan(wish)
    _check(project, wish, plan)
    request = {
        "policy": to_json(wish.policy),
        "languages": list(wish.languages),
        "splits": plan.to_json(),
        "evidence": wish.evidence,
        "comments": wish.comments,
        "imported_ids": wish.imported_ids,
        "parquet": pyarrow_version() if wish.parquet else "",
        "license": wish.license,
        "notes": wish.notes,
    }
    try:
        with write_transaction():
            lists = {"lists": {name: list(ids) for name, ids in plan.lists.items()}} if plan.lists else {}
            job = Job.objects.create(scope=job_scope(project.pk), kind=KIND, options={"lists": lists})
            release = Release.objects.create(
                project=project,
                job=job,
                name=wish.name,
                request=request,
                embargo=list(wish.embargo),
                opens_on=wish.opens_on,
                created_by=by,
            )
            touch(project)
    except IntegrityError as error:
        raise ConflictError(
            f"There is a release “{wish.name}” already: a release never changes. Take another name.",
            code="name_taken",
        ) from error
    return release


def build_now(project: Project, wish: Wish, watch: Progress | None = None) -> Release:
    """For commands: in this process, unless the server's worker is quicker. Raises what building refuses."""
    release = ask_for_release(project, wish, None)
    job = release.job
    while job is not None and not run_job(job, watch):
        job.refresh_from_db()
        if job.state not in Job.OPEN:
            break
        if watch:
            watch(job.done, job.total)
        time.sleep(_PAUSE)
    release.refresh_from_db()
    if release.state == Release.State.FAILED:
        raise InvalidError(release.message, code="failed")
    return release


def _plan(wish: Wish) -> SplitPlan:
    try:
        return read_plan(dict(wish.splits))
    except PlanError as error:
        errors = [
            FieldError(f"/splits{pointer}", "splits", f"{detail}.") for pointer, detail in error.problems
        ]
        raise InvalidError(f"splits: {errors[0].detail}", code="splits", errors=errors) from error


def _check(project: Project, wish: Wish, plan: SplitPlan) -> None:
    if not _NAME.fullmatch(wish.name):
        raise wrong_field("name", "A name has 1 to 60 letters, digits, dots, hyphens and underscores.")
    if not _LICENSE.fullmatch(wish.license):
        raise wrong_field("license", "A license is named by its identifier, such as cc-by-4.0.")
    if wish.parquet and not pyarrow_version():
        raise wrong_field("parquet", "Parquet needs pyarrow, which is not installed on this server.")
    _check_embargo(wish, plan)
    found = enough(project, minimum_under_policy(project, wish.policy, wish.languages))
    if not any(each["ready"] for each in found.values()):
        raise InvalidError(
            "There is nothing to release: no item has as many annotations as it needs.", code="nothing"
        )
    for language, each in found.items():
        if not each["ready"]:
            raise wrong_field(
                "languages",
                f"No item of “{language}” has as many annotations as it needs: release the other languages, or ask "
                "for fewer annotations.",
                "below_minimum",
            )


def _check_embargo(wish: Wish, plan: SplitPlan) -> None:
    if wish.opens_on and not wish.embargo:
        raise wrong_field("opens_on", "Say which splits are held back until then.")
    if wish.opens_on and wish.opens_on <= timezone.now().astimezone(UTC).date():
        raise wrong_field("opens_on", f"The embargo would be over already: {wish.opens_on} is no later day.")
    known = plan.splits
    for split in wish.embargo:
        if known and split not in known:
            raise wrong_field(
                "embargo", f"There is no split “{split[:40]}” to hold back: {', '.join(known)}."
            )
