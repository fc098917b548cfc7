"""Reserve items for annotators, never above an item's redundancy.

A reservation is a conditional update of the item's coverage, whose row count is checked, and an assignment that is
unique by item and slot and by item and annotator. So simultaneous requests neither exceed the redundancy nor give an
annotator the same item twice, on either database.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation.models import (
    Acceptance,
    Annotator,
    Assignment,
    Guidelines,
    Item,
    Project,
    ProjectLanguage,
    Question,
)
from annotation.queries.annotate.own_work import not_begun, open_assignments
from annotation.queries.annotate.workspace_item import NextReason, not_assigned
from annotation.queries.projects.assignees import names_of
from annotation.services.annotate.hidden_checks import reserve_check
from annotation.services.annotate.slots import (
    free_slot,
    lowest_free_slot,
    lowest_free_slot_of,
    redundancy_of,
    take_slot,
)
from annotation.services.items.item_lock import lock_annotator, locked_items
from foundation.bulk_insert import insert
from foundation.errors import ConflictError
from foundation.free_text import check_text
from foundation.prepared_statements import JSONRows, prepared, prepared_update
from foundation.write_transaction import write_transaction

State = Assignment.State

_ATTEMPTS = 50
_EXPIRED_BATCH = 100


@dataclass(frozen=True, slots=True)
class NextItem:
    item_id: int | None
    reason: NextReason = ""  # why there is none


@dataclass(frozen=True, slots=True)
class AnnotatorState:
    """What an annotator has to do before a new item.

    `guidelines`: some latest version is not accepted. `training`: number of training items. `expired`: reservations of
    the project, of anyone, wait for their release. `reserved`: the item that the annotator has reserved already.
    """

    guidelines: bool
    training: int
    expired: bool
    reserved: int | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    item_id: int
    coverage: int
    slots: list[int | None]  # taken
    redundancy: int | None  # None: no cap
    reserved: int | None  # an item that the annotator has reserved since


class _OvertakenError(Exception):
    """Another transaction took the item first. Raised to roll back.

    PostgreSQL locks a row it has waited for, even if the row no longer matches the condition. A transaction that kept
    such locks while trying other items could deadlock, so every attempt has its own.
    """


def reserve_next(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    now: datetime,
    *,
    beside: int | None = None,
    paused: bool = False,
    current: AnnotatorState | None = None,
) -> NextItem:
    """Return the item that the annotator has already reserved, else reserve a least-covered one of `languages`.

    `current`: of the annotator, if the caller has read it just now. A `paused` annotator gets only items that they
    have already reserved.

    `beside` is the item on screen; the result is the one to show after it: one that the annotator has reserved and not
    begun, else a new one, else their oldest open draft. So nobody reserves more than one item in advance.

    Raises ConflictError if too many requests compete for the same items.
    """
    if current is None:
        current = annotator_state(annotator, languages, now, beside)
    reserved = current.reserved
    if current.expired:
        release_expired(project, now)
        reserved = _reserved_item(annotator, beside)
    if reserved:
        return NextItem(reserved)
    for _ in range(_ATTEMPTS):
        with suppress(IntegrityError, _OvertakenError), write_transaction():
            return _reserve_one(project, annotator, languages, now, beside, paused)
    raise ConflictError("Too many people ask for an item at this moment. Try again.", code="busy")


def _reserve_one(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    now: datetime,
    beside: int | None,
    paused: bool,
) -> NextItem:
    annotator = lock_annotator(annotator)  # serializes the requests of one annotator
    barred: NextReason = "paused" if paused else "quota" if _quota_reached(project, annotator) else ""
    open_now = [] if barred else [row for row in languages if not row.closed]
    candidate = _least_covered(project, annotator, open_now, beside)
    if ready := candidate.reserved if candidate else _reserved_item(annotator, beside):
        return NextItem(ready)
    if candidate is None:
        draft = open_assignments(annotator).exclude(item=beside).first()
        return NextItem(draft.item_id) if draft else NextItem(None, barred or _no_item_reason(languages))
    if check := reserve_check(project, annotator, open_now, now):
        return NextItem(check)
    _reserve(project, annotator, candidate, now)
    return NextItem(candidate.item_id)


def annotator_state(
    annotator: Annotator, languages: Sequence[ProjectLanguage], now: datetime, beside: int | None
) -> AnnotatorState:
    tags = [row.language for row in languages]
    row = _annotator_state.first(annotator.pk, annotator.project_id, tags, now, beside or 0)
    guidelines, training, expired, reserved, unbegun = row or (False, None, False, None, None)
    found = reserved if beside is None else unbegun
    return AnnotatorState(bool(guidelines), training or 0, bool(expired), found)


@prepared
def _annotator_state(
    annotator: int, project: int, languages: Sequence[str], now: datetime, beside: int
) -> "QuerySet[Annotator, Any]":
    later = Guidelines.objects.filter(
        project=project, language=OuterRef("language"), version__gt=OuterRef("version")
    )
    latest = Guidelines.objects.filter(~Exists(later), project=project).exclude(text="")
    accepted = Acceptance.objects.filter(annotator=annotator, guidelines=OuterRef("pk"))
    training = Item.objects.filter(project=project, kind=Item.Kind.TRAINING, check_gold__isnull=False)
    training = training.filter(
        language__in=languages, archived_at__isnull=True, imported_by__published_at__isnull=False
    )
    expired = Assignment.objects.filter(project=project, state=State.RESERVED, expires_at__lt=now)
    return Annotator.objects.filter(pk=annotator).values_list(
        Exists(latest.filter(~Exists(accepted))),
        Subquery(training.order_by().values("project").annotate(n=Count("pk")).values("n")),
        Exists(expired),
        Subquery(_reserved(annotator)),
        Subquery(_reserved(annotator, beside)),
    )


def _reserved(annotator: int, beside: int | None = None) -> "QuerySet[Assignment, Any]":
    """The oldest reserved item; with `beside`, the oldest other one that is not begun."""
    rows = open_assignments(annotator)
    return (rows if beside is None else not_begun(rows.exclude(item=beside))).values("item")[:1]


def _reserved_item(annotator: Annotator, beside: int | None) -> int | None:
    """The item that the annotator has already reserved."""
    row = _reserved(annotator.pk, beside).first()
    return row["item"] if row else None


def has_more(project: Project, annotator: Annotator, languages: list[ProjectLanguage]) -> bool:
    """Whether the annotator has reserved an item or could reserve one."""
    if open_assignments(annotator).exists():
        return True
    open_now = [] if _quota_reached(project, annotator) else [row for row in languages if not row.closed]
    return _least_covered(project, annotator, open_now) is not None


def skip(annotator: Annotator, item_id: int, reason: str) -> None:
    """Release a reserved item, with a reason. It is not offered to the annotator again; their draft is kept."""
    check_text("reason", reason)
    with write_transaction():
        list(locked_items([item_id]))
        assignment = Assignment.objects.filter(annotator=annotator, item=item_id).first()
        if assignment is None:
            raise not_assigned()
        if assignment.item.kind == Item.Kind.TRAINING:
            raise ConflictError("This one is for learning: it cannot be skipped.", code="training")
        if assignment.state == State.SUBMITTED:
            raise ConflictError("You have submitted this item: it cannot be skipped.", code="submitted")
        if assignment.state == State.RESERVED:
            free_slot(assignment.item_id)
        Assignment.objects.filter(pk=assignment.pk).update(
            state=State.SKIPPED, slot=None, reason=reason, expires_at=None
        )


def release_expired(project: Project, now: datetime) -> None:
    """Release expired reservations. Drafts are kept.

    It runs in its own transaction: one that locked these items and then reserved another could deadlock.
    """
    expired = Assignment.objects.filter(project=project, state=State.RESERVED, expires_at__lt=now)
    items = list(expired.order_by("expires_at").values_list("item", flat=True)[:_EXPIRED_BATCH])
    if not items:
        return
    with write_transaction():
        release_reservations(expired.filter(item__in=list(locked_items(items, skip_locked=True))))


def release_all(annotator: Annotator) -> None:
    """Release all reservations and questions of the annotator. Drafts are kept, and continued if they return."""
    reserved = Assignment.objects.filter(annotator=annotator, state=State.RESERVED)
    with write_transaction():
        release_questions(annotator)
        list(locked_items(list(reserved.values_list("item", flat=True))))
        release_reservations(reserved)


def release_questions(annotator: Annotator) -> None:
    """Let others open the questions of the creation step that the annotator holds."""
    Question.objects.filter(held_by=annotator).update(held_by=None, held_until=None)


def release_all_of_user(user: User) -> None:
    """Release all reservations of the user, in all projects."""
    for annotator in Annotator.objects.filter(user=user):
        release_all(annotator)


def release_reservations(reservations: QuerySet[Assignment]) -> None:
    """Free the slots of these assignments. The items must be locked."""
    rows = list(reservations)
    for row in rows:
        free_slot(row.item_id)
    Assignment.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=State.EXPIRED, slot=None, expires_at=None
    )


def prolong(assignment: Assignment, now: datetime) -> None:
    """Extend the reservation of an item that is being worked on, with at most one write a minute."""
    until = expiry(now)
    if assignment.expires_at and until - assignment.expires_at > timedelta(minutes=1):
        _set_expiry(assignment.pk, until)


@prepared_update
def _set_expiry(assignment: int, until: datetime) -> tuple["QuerySet[Assignment]", dict[str, Any]]:
    return Assignment.objects.filter(pk=assignment, state=State.RESERVED), {"expires_at": until}


def mark_submitted(project: Project, assignment: Assignment, now: datetime) -> bool:
    """Mark the assignment submitted. False if it is late and no slot is free: the annotation is then surplus."""
    row = Assignment.objects.filter(pk=assignment.pk)
    if assignment.state in {State.RESERVED, State.SUBMITTED}:
        if assignment.state == State.RESERVED:
            _set_submitted(assignment.pk, now)
        return True
    item = Item.objects.get(pk=assignment.item_id)
    if item.kind != Item.Kind.WORK:
        row.update(**_submitted(now))
        return True
    redundancy = redundancy_of(project, item.language)
    slot = lowest_free_slot_of(item.pk, redundancy)
    has_slot = (redundancy is None or slot is not None) and take_slot(item.pk, redundancy)
    row.update(slot=slot if has_slot else None, **_submitted(now))
    return has_slot


@prepared_update
def _set_submitted(assignment: int, now: datetime) -> tuple["QuerySet[Assignment]", dict[str, Any]]:
    return Assignment.objects.filter(pk=assignment), _submitted(now)


def _submitted(now: datetime) -> dict[str, Any]:
    return {"state": State.SUBMITTED, "submitted_at": now, "expires_at": None, "reason": ""}


def expiry(now: datetime) -> datetime:
    return now + timedelta(minutes=settings.RESERVATION_MINUTES)


def _quota_reached(project: Project, annotator: Annotator) -> bool:
    """Whether the annotator has reached a quota. Skipped and expired assignments do not count."""
    limits = [each for each in (project.quota, annotator.allowance) if each]
    if not limits:
        return False
    assignments = Assignment.objects.filter(
        annotator=annotator, item__kind=Item.Kind.WORK, state__in=[State.RESERVED, State.SUBMITTED]
    )
    return assignments.count() >= min(limits)


def _least_covered(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    beside: int | None = None,
    assignment: str = "",
) -> _Candidate | None:
    """The best candidate, with one index lookup per language: the index has reservable items by coverage and rank.

    `assignment`: the policy, if it changed after the project was read.
    """
    assignment = assignment or project.assignment
    keys, capped = [row.pk for row in languages], assignment != Project.AssignmentPolicy.EVERYONE
    if assignment == Project.AssignmentPolicy.FIELD:
        row = _named_candidate.first(annotator.pk, keys, beside or 0, names_of(annotator))
    elif capped:
        row = _candidate.first(annotator.pk, keys, beside or 0, project.redundancy)
    else:
        row = _uncapped_candidate.first(annotator.pk, keys, beside or 0)
    if row is None:
        changed = assignment == Project.AssignmentPolicy.FIELD and _stored_policy(project) != assignment
        return (
            _least_covered(project, annotator, languages, beside, _stored_policy(project))
            if changed
            else None
        )
    item, coverage, slots, redundancy, reserved, unbegun, stored = row
    if stored != assignment:
        return _least_covered(project, annotator, languages, beside, stored)
    return _Candidate(
        item,
        coverage,
        slots or [],
        (redundancy or project.redundancy) if capped else None,
        reserved if beside is None else unbegun,
    )


def _stored_policy(project: Project) -> str:
    return Project.objects.values_list("assignment", flat=True).get(pk=project.pk)


@prepared
def _candidate(
    annotator: int, languages: Sequence[int], beside: int, redundancy: int
) -> "QuerySet[Item, Any]":
    own = Coalesce(OuterRef("redundancy"), redundancy, output_field=IntegerField())
    return _best(annotator, languages, beside, Q(coverage__lt=own))


@prepared
def _named_candidate(
    annotator: int, languages: Sequence[int], beside: int, names: Sequence[str]
) -> "QuerySet[Item, Any]":
    """Of the items whose field names the annotator. Their redundancy is 1."""
    return _best(annotator, languages, beside, Q(coverage__lt=1, assignee__in=names))


@prepared
def _uncapped_candidate(annotator: int, languages: Sequence[int], beside: int) -> "QuerySet[Item, Any]":
    return _best(annotator, languages, beside, Q())


def _best(annotator: int, languages: Sequence[int], beside: int, condition: Q) -> "QuerySet[Item, Any]":
    """The best item of the languages (primary keys), with the slots and the redundancy that its slot follows from."""
    taken = Assignment.objects.filter(annotator=annotator, item=OuterRef("pk")).exclude(state=State.EXPIRED)
    items = Item.objects.filter(
        condition, project=OuterRef("project"), language=OuterRef("language"), reservable=True
    )
    first = items.filter(~Exists(taken)).order_by("coverage", "rank").values("pk")[:1]
    rows = ProjectLanguage.objects.filter(
        pk__in=languages, closed=False
    )  # as stored since the annotator's lock
    language = ProjectLanguage.objects.filter(project=OuterRef("project"), language=OuterRef("language"))
    slots = Assignment.objects.filter(item=OuterRef("pk"), slot__isnull=False).order_by().values("item")
    best = Item.objects.filter(pk__in=rows.values(best=Subquery(first))).order_by("coverage", "rank")
    return best.values_list(
        "pk",
        "coverage",
        Subquery(slots.annotate(rows=JSONRows("slot")).values("rows")),
        Subquery(language.values("redundancy")),
        Subquery(_reserved(annotator)),
        Subquery(_reserved(annotator, beside)),
        "project__assignment",
    )[:1]


def _reserve(project: Project, annotator: Annotator, candidate: _Candidate, now: datetime) -> None:
    """Reserve the candidate. Raises _OvertakenError or IntegrityError if another transaction took it or its slot."""
    if not _cover(candidate.item_id, candidate.coverage, now):
        raise _OvertakenError
    # The row exists if the annotator's earlier reservation expired.
    insert(
        Assignment,
        [
            {
                "item_id": candidate.item_id,
                "annotator_id": annotator.pk,
                "slot": lowest_free_slot(candidate.redundancy, candidate.slots),
                "state": State.RESERVED,
                "reserved_at": now,
                "expires_at": expiry(now),
            }
        ],
        unique=["item_id", "annotator_id"],
        update=["slot", "state", "reserved_at", "expires_at"],
        project_id=project.pk,
    )


@prepared_update
def _cover(item: int, coverage: int, now: datetime) -> tuple["QuerySet[Item]", dict[str, Any]]:
    rows = Item.objects.filter(pk=item, reservable=True, coverage=coverage)
    return rows, {"coverage": F("coverage") + 1, "shown_at": Coalesce("shown_at", now)}


def _no_item_reason(languages: list[ProjectLanguage]) -> NextReason:
    if not any(row.items for row in languages):
        return "no_items"
    return "closed" if all(row.closed for row in languages) else "done"
