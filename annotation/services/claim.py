"""Give a person their next item, exactly as often as asked.

A claim is a conditional update of the item's coverage, whose row count is checked, and a row of its own that is
unique by item and slot and by item and annotator. Whoever asks at the same moment, on whichever database, no item
goes above its redundancy and nobody gets one twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce

from annotation.domain.assignment import free_slot
from annotation.errors import ConflictError
from annotation.models import Annotator, Assignment, Item, Project, ProjectLanguage
from annotation.queries.mine import held, untouched
from annotation.queries.workspace_item import not_assigned
from annotation.services.checks import take_check
from annotation.services.texts import check_text
from annotation.writing import writing

State = Assignment.State

_ATTEMPTS = 50
_EXPIRED_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Claim:
    item_id: int | None
    reason: str = ""  # why there is none: done, no_items, closed, paused, quota


@dataclass(frozen=True, slots=True)
class _Candidate:
    item_id: int
    language: str
    coverage: int
    rank: int
    redundancy: int | None  # None: no cap


class _OvertakenError(Exception):
    """Somebody was quicker. Raised to roll back: PostgreSQL locks a row it has waited for, even if it then no longer
    fits the condition, and a claim that kept such locks while trying other items could wait in a circle.
    """


def claim_next(
    project: Project,
    annotator: Annotator,
    languages: list[ProjectLanguage],
    now: datetime,
    *,
    beside: int | None = None,
    paused: bool = False,
) -> Claim:
    """The item the person holds open, else a least-covered one of `languages`, reserved for them.

    Whoever is `paused` gets what they hold, and nothing new.

    With `beside`, the item in hand, the one to come after it: one they hold and have not begun, else a new one, else
    their oldest open draft. So nobody holds more than one untouched item beside the one in hand.
    """
    release_expired(project, now)
    if ready := _held(annotator, beside):
        return Claim(ready)
    with writing():
        annotator = hold_person(annotator)  # one claim of a person at a time
        if ready := _held(annotator, beside):
            return Claim(ready)
        for _ in range(_ATTEMPTS):
            barred = "paused" if paused else "quota" if _has_enough(project, annotator) else ""
            open_now = [] if barred else [row for row in languages if not row.closed]
            candidate = _least_covered(project, annotator, open_now)
            if candidate is None:
                draft = held(annotator).exclude(item=beside).first()
                return Claim(draft.item_id) if draft else Claim(None, barred or _why_nothing(languages))
            if check := take_check(project, annotator, open_now, now):
                return Claim(check)
            if _take(project, annotator, candidate, now):
                return Claim(candidate.item_id)
    raise ConflictError("Too many people ask for an item at this moment. Try again.", code="busy")


def hold_person(annotator: Annotator) -> Annotator:
    """Before items. Not the key: a save holds its item while its commit looks whether the annotator is there, and
    would wait for whoever waits for that item.
    """
    return Annotator.objects.select_for_update(no_key=True).get(pk=annotator.pk)


def _held(annotator: Annotator, beside: int | None) -> int | None:
    """The item that needs no claim, because the person has it already."""
    mine = held(annotator)
    found = mine.first() if beside is None else untouched(mine.exclude(item=beside)).first()
    return found.item_id if found else None


def has_more(project: Project, annotator: Annotator, languages: list[ProjectLanguage]) -> bool:
    """Does the person hold an item, or could they be given one?"""
    if held(annotator).exists():
        return True
    open_now = [] if _has_enough(project, annotator) else [row for row in languages if not row.closed]
    return _least_covered(project, annotator, open_now) is not None


def skip(annotator: Annotator, item_id: int, reason: str) -> None:
    """Give a reserved item back and say why. It is not offered to the person again; a draft of theirs is kept."""
    check_text("reason", reason)
    with writing():
        list(locked_items([item_id]))
        place = Assignment.objects.filter(annotator=annotator, item=item_id).first()
        if place is None:
            raise not_assigned()
        if place.item.kind == Item.Kind.TRAINING:
            raise ConflictError("This one is for learning: it cannot be skipped.", code="training")
        if place.state == State.SUBMITTED:
            raise ConflictError("You have submitted this item: it cannot be skipped.", code="submitted")
        if place.state == State.RESERVED:
            vacate(place.item_id)
        Assignment.objects.filter(pk=place.pk).update(
            state=State.SKIPPED, slot=None, reason=reason, expires_at=None
        )


def release_expired(project: Project, now: datetime) -> None:
    """Reservations that ran out free their places. What was drafted on them is kept.

    In a transaction of its own: who held these items while taking another could wait for somebody who waits for them.
    """
    expired = Assignment.objects.filter(project=project, state=State.RESERVED, expires_at__lt=now)
    items = list(expired.order_by("expires_at").values_list("item", flat=True)[:_EXPIRED_AT_ONCE])
    if not items:
        return
    with writing():
        let_go(expired.filter(item__in=list(locked_items(items, skip_locked=True))))


def give_back(annotator: Annotator) -> None:
    """Whoever leaves holds nothing any more. What they drafted is kept, and theirs again if they come back."""
    reserved = Assignment.objects.filter(annotator=annotator, state=State.RESERVED)
    with writing():
        list(locked_items(list(reserved.values_list("item", flat=True))))
        let_go(reserved)


def let_go(reservations: QuerySet[Assignment]) -> None:
    rows = list(reservations)
    for row in rows:
        vacate(row.item_id)
    Assignment.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=State.EXPIRED, slot=None, expires_at=None
    )


def prolong(assignment: Assignment, now: datetime) -> None:
    """Whoever is at work on an item keeps it. Written once a minute at most."""
    until = expiry(now)
    if assignment.expires_at and until - assignment.expires_at > timedelta(minutes=1):
        Assignment.objects.filter(pk=assignment.pk, state=State.RESERVED).update(expires_at=until)


def settle_submitted(project: Project, assignment: Assignment, now: datetime) -> bool:
    """The assignment becomes a submitted one. False where it came late and no place is free: it is surplus."""
    fields = {"state": State.SUBMITTED, "submitted_at": now, "expires_at": None, "reason": ""}
    mine = Assignment.objects.filter(pk=assignment.pk)
    if assignment.state in {State.RESERVED, State.SUBMITTED}:
        if assignment.state == State.RESERVED:
            mine.update(**fields)
        return True
    item = Item.objects.get(pk=assignment.item_id)
    if item.kind != Item.Kind.WORK:
        mine.update(**fields)
        return True
    redundancy = redundancy_of(project, item.language)
    slot = _free_slot(item.pk, redundancy)
    placed = (redundancy is None or slot is not None) and occupy(item.pk, redundancy)
    mine.update(slot=slot if placed else None, **fields)
    return placed


def redundancy_of(project: Project, language: str) -> int | None:
    """How many annotations an item of the language may be given out for; None where there is no cap."""
    if project.assignment == Project.AssignmentPolicy.EVERYONE:
        return None
    row = ProjectLanguage.objects.filter(project=project, language=language).first()
    return (row.redundancy if row else None) or project.redundancy


def expiry(now: datetime) -> datetime:
    return now + timedelta(minutes=settings.RESERVATION_MINUTES)


def _has_enough(project: Project, annotator: Annotator) -> bool:
    """Places that were skipped or have expired are somebody else's."""
    limits = [each for each in (project.quota, annotator.allowance) if each]
    if not limits:
        return False
    places = Assignment.objects.filter(
        annotator=annotator, item__kind=Item.Kind.WORK, state__in=[State.RESERVED, State.SUBMITTED]
    )
    return places.count() >= min(limits)


def _least_covered(
    project: Project, annotator: Annotator, languages: list[ProjectLanguage]
) -> _Candidate | None:
    """One look into the index per language: it holds the claimable items by coverage and rank."""
    taken = Assignment.objects.filter(annotator=annotator, item=OuterRef("pk")).exclude(state=State.EXPIRED)
    best: _Candidate | None = None
    for row in languages:
        redundancy = None
        items = Item.objects.filter(project=project, language=row.language, claimable=True)
        if project.assignment != Project.AssignmentPolicy.EVERYONE:
            redundancy = row.redundancy or project.redundancy
            items = items.filter(coverage__lt=redundancy)
        first = (
            items.filter(~Exists(taken)).order_by("coverage", "rank").values("pk", "coverage", "rank").first()
        )
        if first and (best is None or (first["coverage"], first["rank"]) < (best.coverage, best.rank)):
            best = _Candidate(first["pk"], row.language, first["coverage"], first["rank"], redundancy)
    return best


def _take(project: Project, annotator: Annotator, candidate: _Candidate, now: datetime) -> bool:
    """Reserve the candidate, unless somebody was quicker."""
    try:
        with transaction.atomic():
            still = Item.objects.filter(pk=candidate.item_id, claimable=True, coverage=candidate.coverage)
            if not still.update(coverage=F("coverage") + 1, shown_at=Coalesce("shown_at", Value(now))):
                raise _OvertakenError
            # Now that the item is held: what was free a moment ago may have been taken, and given back, since.
            slot = _free_slot(candidate.item_id, candidate.redundancy)
            place = Assignment(
                project=project,
                item_id=candidate.item_id,
                annotator=annotator,
                slot=slot,
                state=State.RESERVED,
                reserved_at=now,
                expires_at=expiry(now),
            )
            # The row is there already where the person let the item expire.
            Assignment.objects.bulk_create(
                [place],
                update_conflicts=True,
                unique_fields=["item", "annotator"],
                update_fields=["slot", "state", "reserved_at", "expires_at"],
            )
    except (IntegrityError, _OvertakenError):
        return False
    return True


def locked_items(items: list[int], *, skip_locked: bool = False) -> Iterable[int]:
    """Hold the items until the transaction ends. Always before their assignments: saves take them in this order too."""
    rows = Item.objects.select_for_update(skip_locked=skip_locked).filter(pk__in=items)
    return rows.order_by("pk").values_list("pk", flat=True)


def _free_slot(item_id: int, redundancy: int | None) -> int | None:
    if redundancy is None:
        return None
    return free_slot(redundancy, set(Assignment.objects.filter(item=item_id).values_list("slot", flat=True)))


def occupy(item_id: int, redundancy: int | None) -> bool:
    items = Item.objects.filter(pk=item_id)
    if redundancy is not None:
        items = items.filter(coverage__lt=redundancy)
    return bool(items.update(coverage=F("coverage") + 1))


def vacate(item_id: int) -> None:
    Item.objects.filter(pk=item_id, coverage__gt=0).update(coverage=F("coverage") - 1)


def _why_nothing(languages: list[ProjectLanguage]) -> str:
    if not any(row.items for row in languages):
        return "no_items"
    return "closed" if all(row.closed for row in languages) else "done"
