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
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from annotation.models import Annotator, Assignment, Item, Project, ProjectLanguage, Question
from annotation.queries.annotate.own_work import open_assignments
from annotation.queries.annotate.workspace_item import NextReason, not_assigned
from annotation.services.annotate.candidates import (
    AnnotatorState,
    Candidate,
    annotator_state,
    least_covered,
    open_draft,
    reserved_item,
)
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
from foundation.prepared_statements import prepared_update
from foundation.write_transaction import write_transaction

State = Assignment.State

_ATTEMPTS = 50
_EXPIRED_BATCH = 100
_AHEAD_EXPIRES_AFTER = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class NextItem:
    item_id: int | None
    reason: NextReason = ""  # why there is none


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
    language: str = "",
    beside: int | None = None,
    ahead: Sequence[int] = (),
    paused: bool = False,
    current: AnnotatorState | None = None,
) -> NextItem:
    """Return the item that the annotator has already reserved, else reserve a least-covered one of `languages`.

    `current`: of the annotator, if the caller has read it just now. A `paused` annotator gets only items that they
    have already reserved.

    `beside` is the item on screen and `ahead` are those that the page has loaded to show after it. The result is the
    one to show after them: one that the annotator has reserved and not begun, else a new one, else their oldest open
    draft. So an annotator has at most one reservation more in advance than `ahead` has items. A reservation in advance
    expires after two hours at most; work on the item prolongs it.

    `language`: the one that the annotator works in. Items that they have reserved in others are left out.

    Raises ConflictError if too many requests compete for the same items.
    """
    loaded = [] if beside is None else [beside, *ahead]
    if current is None:
        current = annotator_state(annotator, languages, now, language=language, loaded=loaded)
    reserved = current.reserved
    if current.expired:
        release_expired(project, now)
        reserved = reserved_item(annotator, language, loaded)
    if reserved:
        return NextItem(reserved)
    for _ in range(_ATTEMPTS):
        with suppress(IntegrityError, _OvertakenError), write_transaction():
            return _reserve_one(project, annotator, languages, now, language, loaded, paused)
    raise ConflictError("Too many people ask for an item at this moment. Try again.", code="busy")


def _reserve_one(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    now: datetime,
    language: str,
    loaded: Sequence[int],
    paused: bool,
) -> NextItem:
    annotator = lock_annotator(annotator)  # serializes the requests of one annotator
    barred: NextReason = "paused" if paused else "quota" if _quota_reached(project, annotator) else ""
    open_now = [] if barred else [row for row in languages if not row.closed]
    candidate = least_covered(project, annotator, open_now, language, loaded)
    if ready := candidate.reserved if candidate else reserved_item(annotator, language, loaded):
        return NextItem(ready)
    if candidate is None:
        draft = open_draft(annotator, language, loaded)
        return NextItem(draft) if draft else NextItem(None, barred or _no_item_reason(languages))
    if check := reserve_check(project, annotator, open_now, now):
        return NextItem(check)
    until = min(expiry(now), now + _AHEAD_EXPIRES_AFTER) if loaded else expiry(now)
    _reserve(project, annotator, candidate, now, until)
    return NextItem(candidate.item_id)


def has_more(project: Project, annotator: Annotator, languages: list[ProjectLanguage]) -> bool:
    """Whether the annotator has reserved an item or could reserve one."""
    if open_assignments(annotator).exists():
        return True
    open_now = [] if _quota_reached(project, annotator) else [row for row in languages if not row.closed]
    return least_covered(project, annotator, open_now) is not None


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


def _reserve(
    project: Project, annotator: Annotator, candidate: Candidate, now: datetime, until: datetime
) -> None:
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
                "expires_at": until,
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
