"""Reads of a project's members and their work, as its leads see them."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

import numpy as np
from django.contrib.auth.models import User
from django.db.models import Count, F, Max, Q

from annotation.models import Annotation, Annotator, Assignment, Item, Membership, Project
from annotation.queries.learning.training_results import NO_RESULTS, training_results
from foundation.accounts.names import display_name

State = Assignment.State


@dataclass(frozen=True)
class Person:
    """A member. `open`: reserved items. `empty`: submitted with nothing to mark. `seconds`: median active time.

    If the project hides names from its leads, `username` and `name` are the key.
    """

    key: str
    username: str
    name: str
    invitation: Annotated[str, "Note of the invitation by which they joined."]
    role: Membership.Role
    languages: list[str]
    paused: bool
    ended: bool
    joined_at: datetime
    last_seen: datetime | None
    open: int
    submitted: int
    skipped: int
    empty: int
    seconds: float | None
    training: Annotated[Literal["", "open", "passed", "failed"], "Empty: no training, or not started."]
    training_mean: Annotated[float | None, "Agreement in the last round."]
    checks: Annotated[int, "Number of hidden checks submitted."]
    checks_passed: int
    checks_mean: float | None


def people(project: Project) -> list[Person]:
    """Return members and former members by name, or by pseudonym if the project hides names from its leads."""
    memberships = Membership.objects.filter(project=project).select_related("user", "invitation")
    keys = dict(Annotator.objects.filter(project=project, user__isnull=False).values_list("user", "key"))
    work = _work_by_user(project)
    saved = _last_saved(project)
    learning = training_results(project)
    rows = [
        Person(
            key=keys[each.user_id],
            **_names(project, each, keys[each.user_id]),
            role=Membership.Role(each.role),
            languages=each.languages,
            paused=each.paused_at is not None,
            ended=each.ended_at is not None,
            joined_at=each.created_at,
            last_seen=_last_seen(project, each.user, saved.get(each.user_id)),
            **work[each.user_id],
            **learning.get(each.user_id, NO_RESULTS),
        )
        for each in memberships
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.username))


def _names(project: Project, membership: Membership, key: str) -> dict[str, Any]:
    """Return the names that leads see."""
    if project.anonymous:
        return {"username": key, "name": key, "invitation": ""}
    user, invitation = membership.user, membership.invitation
    return {
        "username": user.username,
        "name": display_name(user),
        "invitation": invitation.note if invitation else "",
    }


def _last_seen(project: Project, user: User, saved: datetime | None) -> datetime | None:
    """Return the last activity. The log-in does not count if names are hidden: its time would identify the user."""
    login = None if project.anonymous else user.last_login
    return max(filter(None, [login, saved]), default=None)


def person_of(project: Project, key: str) -> Person:
    """Return one of `people`."""
    return next(row for row in people(project) if row.key == key)


def _work_by_user(project: Project) -> dict[int, dict[str, Any]]:
    """Return by user the number of reserved, submitted, skipped and empty items, and the median active time."""
    nothing = {"open": 0, "submitted": 0, "skipped": 0, "empty": 0, "seconds": None}
    found: dict[int, dict[str, Any]] = defaultdict(lambda: dict(nothing))
    assignments = Assignment.objects.filter(
        project=project, annotator__user__isnull=False, item__kind=Item.Kind.WORK
    )
    for row in assignments.values(user=F("annotator__user")).annotate(
        open=Count("pk", filter=Q(state=State.RESERVED)),
        submitted=Count("pk", filter=Q(state=State.SUBMITTED)),
        skipped=Count("pk", filter=Q(state=State.SKIPPED)),
    ):
        found[row["user"]] |= {name: row[name] for name in ("open", "submitted", "skipped")}
    seconds: dict[int, list[int]] = defaultdict(list)
    for user, took, empty in _submitted(project).values_list(
        "annotator__user", "submitted__active_seconds", "submitted__nothing_to_mark"
    ):
        seconds[user].append(took)
        found[user]["empty"] += empty
    for user, each in seconds.items():
        found[user]["seconds"] = float(np.median(each))
    return found


def _submitted(project: Project) -> Any:
    return Annotation.objects.filter(
        annotator__project=project,
        annotator__user__isnull=False,
        item__kind=Item.Kind.WORK,
        submitted__isnull=False,
    )


def _last_saved(project: Project) -> dict[int, Any]:
    rows = Annotation.objects.filter(annotator__project=project, annotator__user__isnull=False)
    return dict(rows.values_list("annotator__user").annotate(saved=Max("saved_at")))
