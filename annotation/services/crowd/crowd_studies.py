"""Create crowd studies, let their workers enter, and give them the completion code.

Workers get accounts without a password and with a random name. A Prolific worker is recognized by the id that Prolific
sends, a guest by the session of their browser.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from annotation.models import Annotator, Assignment, CrowdStudy, CrowdWorker, Item, Membership, Project
from annotation.queries.annotate.own_work import earlier_items
from annotation.queries.crowd.crowd_studies import Completion, is_full, require_open_study
from annotation.queries.projects.access import Access
from annotation.services.annotate.reservations import has_more
from annotation.services.people.members import annotator_of, languages_of_project, record_member
from annotation.services.projects.project_settings import touch
from foundation.audit import AuditKind, record
from foundation.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    wrong_field,
)
from foundation.write_transaction import write_transaction

MAX_QUOTA = 100_000
MAX_PEOPLE = 100_000

_PLATFORM_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_USES_QUOTA = (Assignment.State.RESERVED, Assignment.State.SUBMITTED)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The parameters of the URL by which a worker arrives. Prolific sends all three, a guest's link none."""

    pid: str = ""
    study: str = ""
    session: str = ""


def create_crowd_study(
    project: Project,
    by: User,
    *,
    kind: str,
    quota: int,
    study: str = "",
    languages: Sequence[str] = (),
    completion_code: str = "",
    return_url: str = "",
    max_people: int | None = None,
) -> CrowdStudy:
    """Return the new crowd study. `study` is its id at Prolific. Raises InvalidError."""
    if not 1 <= quota <= MAX_QUOTA:
        raise wrong_field("quota", f"A participant has 1 to {MAX_QUOTA:,} items.")
    if max_people is not None and not 1 <= max_people <= MAX_PEOPLE:
        raise wrong_field("max_people", f"A link is for 1 to {MAX_PEOPLE:,} people, or for any number.")
    if kind == CrowdStudy.Kind.PROLIFIC and not _PLATFORM_ID.fullmatch(study):
        raise wrong_field(
            "study", "Enter the id of the study, as Prolific shows it in the address of the study."
        )
    if return_url:
        try:
            URLValidator(["https", "http"])(return_url)
        except ValidationError as error:
            raise wrong_field("return_url", "The address to return to begins with https://.") from error
    with write_transaction():
        created = CrowdStudy.objects.create(
            project=project,
            created_by=by,
            kind=kind,
            quota=quota,
            prolific_study=study if kind == CrowdStudy.Kind.PROLIFIC else "",
            languages=languages_of_project(project, languages),
            completion_code=completion_code.strip(),
            return_url=return_url,
            max_people=max_people,
        )
        details: dict[str, Any] = {
            "study": created.pk,
            "platform": kind,
            "quota": quota,
            "people": max_people,
        }
        record(AuditKind.CROWD_STUDY_CREATED, project.scope, actor=by, **details)
    return created


def revoke_crowd_study(project: Project, study_id: int, now: datetime) -> CrowdStudy:
    """Close the link to new and returning workers. Logged-in workers can continue. Raises NotFoundError."""
    with write_transaction():
        study = CrowdStudy.objects.select_for_update().filter(project=project, pk=study_id).first()
        if study is None:
            raise NotFoundError("The project has no such link.", code="no_entry")
        study.revoked_at = study.revoked_at or now
        study.save(update_fields=["revoked_at"])
        record(AuditKind.CROWD_STUDY_REVOKED, project.scope, study=study.pk)
    return study


def enter(
    code: str, arrival: Arrival, logged_in: User | None, *, instead: bool = False
) -> tuple[User, Project]:
    """Return the account of a worker who arrives, and the project. A new worker gets an account and a membership.

    `logged_in` is the user of the browser's session. Unless `instead` is true, ConflictError is raised if the worker is
    somebody else. Also raises InvalidError, NotFoundError, ForbiddenError.
    """
    with write_transaction():
        study = require_open_study(CrowdStudy.objects.filter(code=code).first())
        _check_arrival(study, arrival)
        # The lock on the project makes concurrent requests of one worker create a single account.
        project = Project.objects.select_for_update().get(pk=study.project_id)
        known = _known_worker(study, arrival, logged_in, instead)
        if logged_in and known != logged_in and not instead:
            raise ConflictError("Somebody is logged in in this browser.", code="somebody_else")
        entered = CrowdWorker.objects.filter(study=study, user=known).exists() if known else False
        if not entered and is_full(study, study.workers.count()):
            raise ForbiddenError("All of its places are taken.", code="entry_used_up")
        user = known or _new_guest()
        if not entered:
            _add_worker(study, user, arrival)
        _refuse_removed_member(project, user)
    return user, project


def completion(here: Access) -> Completion:
    """Return how far a crowd worker is in their latest study.

    They are done, and get the completion code, when they have submitted their quota or nothing is left for them. Raises
    NotFoundError for members who entered by no crowd study.
    """
    workers = CrowdWorker.objects.filter(user=here.user, study__project=here.project)
    worker = workers.select_related("study").order_by("-pk").first()
    if worker is None:
        raise NotFoundError("You came by no link of a study.", code="no_entry")
    study = worker.study
    allowance = here.annotator.allowance or study.quota
    submitted = _count_assignments(here.annotator, Assignment.State.SUBMITTED)
    before = earlier_items(here.annotator)
    done = submitted >= allowance or (
        submitted > before and not has_more(here.project, here.annotator, here.my_language_rows)
    )
    return Completion(
        done=done,
        submitted=max(0, submitted - before),
        quota=study.quota,
        code=study.completion_code if done else "",
        return_url=study.return_url if done else "",
    )


def _check_arrival(study: CrowdStudy, arrival: Arrival) -> None:
    if study.kind != CrowdStudy.Kind.PROLIFIC:
        return
    names = {"pid": "PROLIFIC_PID", "study": "STUDY_ID", "session": "SESSION_ID"}
    errors = [
        FieldError(f"/{field}", "parameter", f"{name} is missing from the address, or is no id.")
        for field, name in names.items()
        if not _PLATFORM_ID.fullmatch(getattr(arrival, field))
    ]
    if errors:
        raise InvalidError(
            "The address does not identify you. Open the study from Prolific.",
            code="entry_parameters",
            errors=errors,
        )
    if arrival.study != study.prolific_study:
        raise ForbiddenError(
            "The address belongs to another study. Open yours from Prolific.", code="entry_study"
        )


def _known_worker(study: CrowdStudy, arrival: Arrival, logged_in: User | None, instead: bool) -> User | None:
    """Return the account of a worker who entered before: a Prolific worker by any study of the project."""
    rows = CrowdWorker.objects.select_related("user").order_by("pk")
    if study.kind == CrowdStudy.Kind.PROLIFIC:
        row = rows.filter(study__project=study.project_id, platform_id=arrival.pid).first()
    else:
        row = rows.filter(study=study, user=logged_in).first() if logged_in and not instead else None
    return row.user if row else None


def _new_guest() -> User:
    user = User(username=f"guest-{secrets.token_hex(5)}")
    user.set_unusable_password()
    user.save()
    return user


def _add_worker(study: CrowdStudy, user: User, arrival: Arrival) -> None:
    """Record that the user entered, add the study's quota to their allowance and make them a member."""
    CrowdWorker.objects.create(study=study, user=user, platform_id=arrival.pid)
    annotator = annotator_of(study.project, user)
    before = _count_assignments(annotator, *_USES_QUOTA)
    Annotator.objects.filter(pk=annotator.pk).update(allowance=before + study.quota)
    membership, created = Membership.objects.get_or_create(
        project=study.project,
        user=user,
        defaults={"role": Membership.Role.ANNOTATOR, "languages": study.languages},
    )
    record_member(study.project, user, membership.role, study.kind)
    if not created:
        membership.languages = study.languages
        membership.save(update_fields=["languages"])
    touch(study.project)


def _count_assignments(annotator: Annotator, *states: str) -> int:
    """Count the annotator's assignments in these states, training items excepted."""
    return Assignment.objects.filter(annotator=annotator, item__kind=Item.Kind.WORK, state__in=states).count()


def _refuse_removed_member(project: Project, user: User) -> None:
    """Raise ForbiddenError if the account is closed or a lead has ended the membership."""
    if (
        not user.is_active
        or Membership.objects.filter(project=project, user=user, ended_at__isnull=False).exists()
    ):
        raise ForbiddenError("Your part in it was ended by its leads.", code="entry_ended")
