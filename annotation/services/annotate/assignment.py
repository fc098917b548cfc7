"""A lead hands items out, takes them back, and re-opens what was submitted, many at a time.

By hand an item may go above its redundancy: it is over-full then, and all of it counts. Who was given an item by a lead
keeps it until it is submitted, skipped or taken back: nothing expires. What cannot be done with an item leaves it as
it is, and is counted.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from annotation.models import (
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Item,
    Membership,
    Project,
    ProjectLanguage,
)
from annotation.services.annotate.reservations import lowest_free_slot, redundancy_of, release_reservations
from annotation.services.items.item_lock import lock_annotator, locked_items
from annotation.services.projects.project_settings import touch
from annotation.services.statistics.rollups import refresh_items
from foundation.bulk_insert import batches
from foundation.errors import wrong_field
from foundation.write_transaction import batch_transaction

State = Assignment.State

MAX_ITEMS = 10_000
_BATCH = 500


@dataclass(frozen=True)
class HandedPlaces:
    annotator: str
    items: list[int]


@dataclass(frozen=True)
class Handed:
    """Whose places changed, on which items. `places`: how many in all."""

    changed: list[HandedPlaces]
    places: int


def assign(project: Project, key: str, items: "QuerySet[Item]", now: datetime) -> Handed:
    """Reserve the items for a member, where they neither hold nor have submitted them. Raises InvalidError."""
    annotator = _member(project, key)

    def hand_over(batch: list[int]) -> list[tuple[str, int]]:
        lock_annotator(annotator)
        rows = Item.objects.filter(pk__in=list(locked_items(batch)))
        theirs = Assignment.objects.filter(annotator=annotator, state__in=[State.RESERVED, State.SUBMITTED])
        wanted = list(rows.exclude(assignment__in=theirs).order_by("pk"))
        redundancy = {tag: redundancy_of(project, tag) for tag in {item.language for item in wanted}}
        for item in wanted:
            _reserve(project, annotator, item, redundancy[item.language], now)
        return [(key, item.pk) for item in wanted]

    return _in_batches(project, _open(project, items), hand_over)


def unassign(project: Project, key: str, items: "QuerySet[Item]") -> Handed:
    """Take back what a person holds and has not submitted; with no key, what anybody does. Drafts are kept."""

    def take_back(batch: list[int]) -> list[tuple[str, int]]:
        rows = _places(locked_items(batch), key).filter(state=State.RESERVED)
        places = _pairs(rows)
        release_reservations(rows)
        return places

    return _in_batches(project, items, take_back)


def reopen(project: Project, key: str, items: "QuerySet[Item]") -> Handed:
    """What was submitted is a draft again, and counts no more until it is submitted anew.

    Surplus and excluded annotations do not count as it is; of imported ones, and of those whose author has left, nobody
    could submit another. These stay as they are.
    """

    def open_again(batch: list[int]) -> list[tuple[str, int]]:
        rows = _places(locked_items(batch), key).filter(state=State.SUBMITTED)
        rows = rows.filter(annotator__user__in=_members(project), pk__in=_counting(rows))
        places, ids = _pairs(rows), list(rows.values_list("pk", flat=True))
        _annotations(ids).update(submitted=None)
        Assignment.objects.filter(pk__in=ids).update(state=State.RESERVED, expires_at=None, submitted_at=None)
        _recount(project, places)
        return places

    return _in_batches(project, _open(project, items), open_again)


def close_again(project: Project, key: str, items: "QuerySet[Item]", now: datetime) -> Handed:
    """A re-opening taken back: what was submitted last counts again. A draft begun since stands over it."""

    def count_again(batch: list[int]) -> list[tuple[str, int]]:
        rows = _places(locked_items(batch), key).filter(state=State.RESERVED)
        submissions = AnnotationRevision.objects.filter(annotation=OuterRef("pk"), submit=True)
        last = Subquery(submissions.order_by("-number").values("pk")[:1])
        ids = list(rows.values_list("pk", flat=True))
        annotations = _annotations(ids).filter(revisions__submit=True, submitted=None).distinct()
        mine = {(each.annotator_id, each.item_id): each.pk for each in annotations}
        back = [each.pk for each in rows if (each.annotator_id, each.item_id) in mine]
        Annotation.objects.filter(pk__in=list(mine.values())).update(submitted=last)
        closed = Assignment.objects.filter(pk__in=back)
        closed.update(state=State.SUBMITTED, expires_at=None, submitted_at=now)
        places = _pairs(closed)
        _recount(project, places)
        return places

    return _in_batches(project, _open(project, items), count_again)


def _reserve(
    project: Project, annotator: Annotator, item: Item, redundancy: int | None, now: datetime
) -> None:
    taken = set(Assignment.objects.filter(item=item).values_list("slot", flat=True))
    Item.objects.filter(pk=item.pk).update(
        coverage=F("coverage") + 1, shown_at=Coalesce("shown_at", Value(now))
    )
    Assignment.objects.update_or_create(
        item=item,
        annotator=annotator,
        defaults={
            "project": project,
            "slot": lowest_free_slot(redundancy, taken),
            "state": State.RESERVED,
            "reason": "",
            "reserved_at": now,
            "expires_at": None,
        },
    )


def _member(project: Project, key: str) -> Annotator:
    annotator = Annotator.objects.filter(project=project, key=key, user__in=_members(project)).first()
    if annotator is None:
        raise wrong_field("annotator", "Nobody who works in this project has this key.", "no_person")
    return annotator


def _members(project: Project) -> "QuerySet[Membership, Any]":
    return Membership.objects.filter(project=project, ended_at__isnull=True).values("user")


def _open(project: Project, items: "QuerySet[Item]") -> "QuerySet[Item]":
    """What is closed stays as it is counted."""
    closed = ProjectLanguage.objects.filter(project=project, closed=True).values("language")
    return items.exclude(language__in=closed)


def _places(items: Iterable[int], key: str) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(item__in=list(items)).order_by("item", "pk")
    return rows.filter(annotator__key=key) if key else rows


def _pairs(places: QuerySet[Assignment]) -> list[tuple[str, int]]:
    return list(places.order_by("item", "pk").values_list("annotator__key", "item"))


def _counting(places: QuerySet[Assignment]) -> list[int]:
    """Of the places, those whose annotation counts."""
    said = Annotation.objects.counted().filter(
        item=OuterRef("item"), annotator=OuterRef("annotator"), imported_by__isnull=True
    )
    return list(
        places.annotate(said=Subquery(said.values("pk")[:1])).exclude(said=None).values_list("pk", flat=True)
    )


def _annotations(places: list[int]) -> QuerySet[Annotation]:
    place = Assignment.objects.filter(pk__in=places, item=OuterRef("item"), annotator=OuterRef("annotator"))
    return Annotation.objects.filter(Exists(place))


def _recount(project: Project, places: list[tuple[str, int]]) -> None:
    refresh_items(project, list(Item.objects.filter(pk__in={item for _, item in places})))


def _in_batches(
    project: Project, items: "QuerySet[Item]", change: Callable[[list[int]], list[tuple[str, int]]]
) -> Handed:
    changed: dict[str, list[int]] = defaultdict(list)
    keys = list(items.order_by("pk").values_list("pk", flat=True)[: MAX_ITEMS + 1])
    if len(keys) > MAX_ITEMS:
        raise wrong_field(
            "items", f"At most {MAX_ITEMS:,} items are changed at once. Choose fewer.", "too_many"
        )
    for batch in batches(keys, _BATCH):
        with batch_transaction():
            for key, item in change(batch):
                changed[key].append(item)
            touch(project)
    places = [HandedPlaces(key, items) for key, items in changed.items()]
    return Handed(places, sum(len(each.items) for each in places))


def chosen_items(project: Project, keys: Iterable[int]) -> "QuerySet[Item]":
    """Those of the keys that are work items of the project. The rest is somebody else's, or gone."""
    return Item.objects.visible(project).filter(kind=Item.Kind.WORK, pk__in=list(keys))
