"""Reads of a project's members and their work, as its leads see them."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery

from annotation.models import Annotation, Annotator, Assignment, Item, Membership, Project
from annotation.queries.learning.training_results import NO_RESULTS, training_results
from annotation.queries.statistics.annotator_statistics import annotator_statistics
from foundation.accounts.names import display_name

_COUNTED_STATES: Final[dict[str, str]] = {
    Assignment.State.RESERVED: "open",
    Assignment.State.SUBMITTED: "submitted",
    Assignment.State.SKIPPED: "skipped",
}


@dataclass(frozen=True)
class Person:
    """A member. `open`: reserved items. `empty`: submitted with nothing to mark, of `empty_of` submissions.
    `seconds`: median active time. These three are of the latest computation; see the comparison of annotators.

    If the project hides names from its leads, `username` and `name` are the key.
    """

    key: str
    username: str
    name: str
    invitation: Annotated[str, "Note of the invitation by which they joined."]
    role: Membership.Role
    languages: list[str]
    creation: Annotated[bool, "An annotator who may choose candidates. Leads always may."]
    paused: bool
    ended: bool
    joined_at: datetime
    last_seen: datetime | None
    open: int
    submitted: int
    skipped: int
    empty: int
    empty_of: int
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
            creation=each.creation,
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
    """Return the last activity. The login does not count if names are hidden: its time would identify the user."""
    login = None if project.anonymous else user.last_login
    return max(filter(None, [login, saved]), default=None)


def person_of(project: Project, key: str) -> Person:
    """Return one of `people`."""
    return next(row for row in people(project) if row.key == key)


def _work_by_user(project: Project) -> dict[int, dict[str, Any]]:
    """Return by user the numbers of reserved, submitted, skipped and empty items, and the median active time."""
    nothing = {"open": 0, "submitted": 0, "skipped": 0, "empty": 0, "empty_of": 0, "seconds": None}
    found: dict[int, dict[str, Any]] = defaultdict(lambda: dict(nothing))
    for (user, state), number in _assignment_counts(project).items():
        if state in _COUNTED_STATES:
            found[user][_COUNTED_STATES[state]] = number
    computed = annotator_statistics(project).rows
    for pk, user in _annotators(project).values_list("pk", "user"):
        if pk in computed:
            row = computed[pk]
            found[user] |= {"empty": row["empty"], "empty_of": row["submitted"], "seconds": row["seconds"]}
    return found


def _assignment_counts(project: Project) -> Counter[tuple[int, str]]:
    """Return numbers of work items by user and state. An index has the states; other kinds of items are few."""
    columns = ("annotator__user", "annotator", "state")
    rows = Assignment.objects.filter(annotator__in=_annotators(project)).order_by().values_list(*columns)
    counts: Counter[tuple[int, str]] = Counter()
    for user, _, state, number in rows.annotate(Count("pk")):
        counts[user, state] += number
    kinds = [kind for kind in Item.Kind if kind != Item.Kind.WORK]
    items = Item.objects.filter(project=project, kind__in=kinds)
    if items.exists():
        for user, _, state, number in rows.filter(item__in=items).annotate(Count("pk")):
            counts[user, state] -= number
    return counts


def _annotators(project: Project) -> "QuerySet[Annotator]":
    return Annotator.objects.filter(project=project, user__isnull=False)


def _last_saved(project: Project) -> dict[int, Any]:
    last = Annotation.objects.filter(annotator=OuterRef("pk"), saved_at__isnull=False).order_by("-saved_at")
    rows = _annotators(project).annotate(saved=Subquery(last.values("saved_at")[:1]))
    return {user: saved for user, saved in rows.values_list("user", "saved") if saved}
