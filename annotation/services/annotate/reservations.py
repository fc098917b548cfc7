"""Reserve items for annotators, never above an item's redundancy.

A reservation is a conditional update of the item's coverage, whose row count is checked, and an assignment that is
unique by item and slot and by item and annotator. So simultaneous requests neither exceed the redundancy nor give an
annotator the same item twice, on either database.
"""

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce

from annotation.models import Annotator, Assignment, Item, Project, ProjectLanguage
from annotation.queries.annotate.own_work import not_begun, open_assignments
from annotation.queries.annotate.workspace_item import NextReason, not_assigned
from annotation.services.annotate.hidden_checks import reserve_check
from annotation.services.items.item_lock import lock_annotator, locked_items
from foundation.errors import ConflictError
from foundation.free_text import check_text
from foundation.write_transaction import write_transaction

State = Assignment.State

_ATTEMPTS = 50
_EXPIRED_BATCH = 100


@dataclass(frozen=True, slots=True)
class NextItem:
    item_id: int | None
    reason: NextReason = ""  # why there is none


@dataclass(frozen=True, slots=True)
class _Candidate:
    item_id: int
    language: str
    coverage: int
    rank: int
    redundancy: int | None  # None: no cap


class _OvertakenError(Exception):
    """Another transaction took the item first. Raised to roll back.

    PostgreSQL locks a row it has waited for, even if the row no longer matches the condition. A transaction that kept
    such locks while trying other items could deadlock.
    """


def reserve_next(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    now: datetime,
    *,
    beside: int | None = None,
    paused: bool = False,
) -> NextItem:
    """Return the item that the annotator has already reserved, else reserve a least-covered one of `languages`.

    A `paused` annotator gets only items that they have already reserved.

    `beside` is the item on screen; the result is the one to show after it: one that the annotator has reserved and not
    begun, else a new one, else their oldest open draft. So nobody reserves more than one item in advance.

    Raises ConflictError if too many requests compete for the same items.
    """
    release_expired(project, now)
    if ready := _reserved_item(annotator, beside):
        return NextItem(ready)
    with write_transaction():
        annotator = lock_annotator(annotator)  # serializes the requests of one annotator
        if ready := _reserved_item(annotator, beside):
            return NextItem(ready)
        for _ in range(_ATTEMPTS):
            barred: NextReason = "paused" if paused else "quota" if _quota_reached(project, annotator) else ""
            open_now = [] if barred else [row for row in languages if not row.closed]
            candidate = _least_covered(project, annotator, open_now)
            if candidate is None:
                draft = open_assignments(annotator).exclude(item=beside).first()
                return (
                    NextItem(draft.item_id) if draft else NextItem(None, barred or _no_item_reason(languages))
                )
            if check := reserve_check(project, annotator, open_now, now):
                return NextItem(check)
            if _reserve(project, annotator, candidate, now):
                return NextItem(candidate.item_id)
    raise ConflictError("Too many people ask for an item at this moment. Try again.", code="busy")


def _reserved_item(annotator: Annotator, beside: int | None) -> int | None:
    """The item that the annotator has already reserved."""
    reserved = open_assignments(annotator)
    found = reserved.first() if beside is None else not_begun(reserved.exclude(item=beside)).first()
    return found.item_id if found else None


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
    """Release all reservations of the annotator. Drafts are kept and can be continued if the annotator returns."""
    reserved = Assignment.objects.filter(annotator=annotator, state=State.RESERVED)
    with write_transaction():
        list(locked_items(list(reserved.values_list("item", flat=True))))
        release_reservations(reserved)


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
        Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED).update(expires_at=until)


def mark_submitted(project: Project, assignment: Assignment, now: datetime) -> bool:
    """Mark the assignment submitted. False if it is late and no slot is free: the annotation is then surplus."""
    fields = {"state": State.SUBMITTED, "submitted_at": now, "expires_at": None, "reason": ""}
    row = Assignment.objects.filter(pk=assignment.pk)
    if assignment.state in {State.RESERVED, State.SUBMITTED}:
        if assignment.state == State.RESERVED:
            row.update(**fields)
        return True
    item = Item.objects.get(pk=assignment.item_id)
    if item.kind != Item.Kind.WORK:
        row.update(**fields)
        return True
    redundancy = redundancy_of(project, item.language)
    slot = _lowest_free_slot(item.pk, redundancy)
    has_slot = (redundancy is None or slot is not None) and take_slot(item.pk, redundancy)
    row.update(slot=slot if has_slot else None, **fields)
    return has_slot


def redundancy_of(project: Project, language: str) -> int | None:
    """How many automatic reservations an item of the language may have; None if there is no cap."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return None
    row = ProjectLanguage.objects.filter(project=project, language=language).first()
    return (row.redundancy if row else None) or project.redundancy


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
    project: Project, annotator: Annotator, languages: list[ProjectLanguage]
) -> _Candidate | None:
    """The best candidate, with one index lookup per language: the index has reservable items by coverage and rank."""
    taken = Assignment.objects.filter(annotator=annotator, item=OuterRef("pk")).exclude(state=State.EXPIRED)
    best: _Candidate | None = None
    for row in languages:
        redundancy = None
        items = Item.objects.filter(project=project, language=row.language, reservable=True)
        if project.assignment != Project.AssignmentPolicy.EVERYONE:
            redundancy = row.redundancy or project.redundancy
            items = items.filter(coverage__lt=redundancy)
        first = (
            items.filter(~Exists(taken)).order_by("coverage", "rank").values("pk", "coverage", "rank").first()
        )
        if first and (best is None or (first["coverage"], first["rank"]) < (best.coverage, best.rank)):
            best = _Candidate(first["pk"], row.language, first["coverage"], first["rank"], redundancy)
    return best


def _reserve(project: Project, annotator: Annotator, candidate: _Candidate, now: datetime) -> bool:
    """Reserve the candidate. False if another transaction took it first."""
    try:
        with transaction.atomic():
            unchanged = Item.objects.filter(
                pk=candidate.item_id, reservable=True, coverage=candidate.coverage
            )
            if not unchanged.update(coverage=F("coverage") + 1, shown_at=Coalesce("shown_at", Value(now))):
                raise _OvertakenError
            # Read after the update has locked the item: until then slots could be taken and freed.
            slot = _lowest_free_slot(candidate.item_id, candidate.redundancy)
            assignment = Assignment(
                project=project,
                item_id=candidate.item_id,
                annotator=annotator,
                slot=slot,
                state=State.RESERVED,
                reserved_at=now,
                expires_at=expiry(now),
            )
            # The row exists if the annotator's earlier reservation expired.
            Assignment.objects.bulk_create(
                [assignment],
                update_conflicts=True,
                unique_fields=["item", "annotator"],
                update_fields=["slot", "state", "reserved_at", "expires_at"],
            )
    except (IntegrityError, _OvertakenError):
        return False
    return True


def lowest_free_slot(redundancy: int | None, taken: Container[int | None]) -> int | None:
    """The lowest slot below `redundancy` that is not taken. None if all are taken or there is no cap."""
    if redundancy is None:
        return None
    return next((slot for slot in range(redundancy) if slot not in taken), None)


def _lowest_free_slot(item_id: int, redundancy: int | None) -> int | None:
    if redundancy is None:
        return None
    taken = set(Assignment.objects.filter(item=item_id).values_list("slot", flat=True))
    return lowest_free_slot(redundancy, taken)


def take_slot(item_id: int, redundancy: int | None) -> bool:
    """Add one to the item's coverage, unless it has reached `redundancy`. False if it has."""
    items = Item.objects.filter(pk=item_id)
    if redundancy is not None:
        items = items.filter(coverage__lt=redundancy)
    return bool(items.update(coverage=F("coverage") + 1))


def free_slot(item_id: int) -> None:
    """Take one from the item's coverage."""
    Item.objects.filter(pk=item_id, coverage__gt=0).update(coverage=F("coverage") - 1)


def _no_item_reason(languages: list[ProjectLanguage]) -> NextReason:
    if not any(row.items for row in languages):
        return "no_items"
    return "closed" if all(row.closed for row in languages) else "done"
