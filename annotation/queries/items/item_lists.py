"""The leads' list of items: filtered, ordered, paged, with what disagreement looks like in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any, Final

from django.db.models import Count, Q

from annotation.models import Annotation, Assignment, Item, Project, ProjectLanguage
from annotation.models.annotation import is_counted
from annotation.queries.annotate.annotation_content import counted_spans
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.curation.adjudications import DecisionCounts, stale_items
from annotation.queries.items import item_orders
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.item_orders import ORDERS, Key, Way, candidates
from annotation.queries.items.lead_item import ItemDetails, ItemStatus, item_status
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import ItemHead
from morelkit.agreement.character_counts import Run, count_item

_COUNTED: Final = 5_000  # items among which the place of one is counted
_NO_NOTES = {"drafts": 0, "unsure": 0, "comments": 0, "surplus": 0}


@dataclass(frozen=True)
class ItemViewData(ItemDetails):
    listed: Annotated[bool, "In the list that the filter gives."]
    previous: int | None
    next: int | None
    position: Annotated[int | None, "From 1; null beyond what was counted."]
    total: int
    total_exact: Annotated[bool, "False: the list goes on beyond what was counted."]


@dataclass(frozen=True)
class ItemRow(ItemHead):
    answer_length: Annotated[int, "Code points."]
    redundancy: int
    status: ItemStatus
    ties: Annotated[int, "Characters marked by exactly half."]
    disputed_characters: Annotated[int, "Marked by some and not by all."]
    single_characters: Annotated[int, "Marked by one of several."]
    gold_characters: int
    model_id: str
    split: str
    runs: tuple[Run, ...]
    n: int
    agreement: float | None
    held: Annotated[int, "By so many people, begun or not."]
    drafts: int
    unsure: int
    comments: int
    surplus: Annotated[int, "Submitted late, when no place was free: a lead decides."]


def item_page(
    project: Project, chosen: ItemFilter, after: Key | None, limit: int
) -> tuple[list[Item], Key | None]:
    """At most `limit` items behind the key `after`, and the key behind which to go on, None at the end.

    There may be fewer, even none, and yet more to come: one request looks at so many items and no more.
    """
    way = _way(project, chosen, after)
    keys = list(islice(way, limit + 1))
    found = Item.objects.in_bulk([pk for _, pk in keys[:limit]])
    following = keys[limit - 1] if len(keys) > limit else None if way.ended else way.at
    # An import that is undone takes items away between the two queries.
    return [found[pk] for _, pk in keys[:limit] if pk in found], following


def _way(
    project: Project,
    chosen: ItemFilter,
    after: Key | None = None,
    *,
    backwards: bool = False,
    most: int = 0,
) -> Way:
    order = ORDERS[chosen.order]
    few = chosen.few(project, item_orders.MOST)
    rows = chosen.along(candidates(project, order, chosen.language, few))

    def fits(keys: Sequence[int]) -> set[int]:
        # Without the project, of which they are: SQLite would go through all of it in place of these keys.
        # What somebody has submitted may be for training or a check.
        items = Item.objects.filter(
            pk__in=keys,
            kind=Item.Kind.WORK,
            archived_at__isnull=True,
            imported_by__published_at__isnull=False,
        )
        return set(chosen.narrowed(project, items).values_list("pk", flat=True))

    return Way(rows, order, fits, after, backwards=backwards, most=most, at_once=few is not None)


def item_rows(
    project: Project, items: Sequence[Item], languages: Mapping[str, ProjectLanguage]
) -> list[ItemRow]:
    """What the list shows of each item. The shares are computed from the annotations of these items only."""
    spans = counted_spans(item.pk for item in items)
    notes = _notes([item.pk for item in items])
    held = _held([item.pk for item in items])
    uses_spans = scheme_of(project).uses_spans
    rows = []
    for item in items:
        count = count_item(project.policy, item.answer, spans.get(item.pk, []))
        language, own = languages[item.language], notes.get(item.pk, _NO_NOTES)
        rows.append(
            ItemRow(
                **item_head(item),
                answer_length=len(item.answer),
                redundancy=language.redundancy or project.redundancy,
                status=item_status(project, language, count.n),
                ties=count.tie_characters,
                disputed_characters=count.disputed_characters,
                single_characters=count.single_characters,
                gold_characters=count.gold_characters,
                model_id=item.model_id,
                split=item.split,
                runs=count.runs,
                n=count.n,
                agreement=count.agreement if uses_spans else None,
                held=held.get(item.pk, 0),
                drafts=own["drafts"],
                unsure=own["unsure"],
                comments=own["comments"],
                surplus=own["surplus"],
            )
        )
    return rows


def _notes(items: list[int]) -> dict[int, dict[str, int]]:
    """Doubts and comments only of what counts, as in the statistics by which the list is ordered."""
    rows = (
        Annotation.objects.published()
        .filter(item__in=items)
        .order_by()
        .values("item_id")
        .annotate(
            drafts=Count("pk", filter=Q(submitted__isnull=True)),
            unsure=Count("pk", filter=is_counted() & Q(submitted__unsure=True)),
            comments=Count("pk", filter=is_counted() & ~Q(submitted__comment="")),
            surplus=Count("pk", filter=is_counted(surplus=True)),
        )
    )
    return {
        item: dict(zip(_NO_NOTES, numbers, strict=True))
        for item, *numbers in rows.values_list("item_id", *_NO_NOTES)
    }


def _held(items: list[int]) -> dict[int, int]:
    """By how many people each is held and not submitted."""
    places = Assignment.objects.filter(item__in=items, state=Assignment.State.RESERVED).order_by()
    return dict(places.values_list("item").annotate(Count("pk")))


def decision_counts(project: Project, chosen: ItemFilter) -> DecisionCounts:
    """How many items of the list are to be decided on, are decided, and are decided over other annotations."""
    waiting, done = (replace(chosen, decision=decision).items(project) for decision in ("open", "done"))
    return DecisionCounts(waiting.count(), done.count(), len(stale_items(done)))


def item_view(project: Project, chosen: ItemFilter, item: ItemDetails) -> ItemViewData:
    """The item with its neighbours in the list."""
    return ItemViewData(**vars(item), **_neighbours(project, chosen, item.id))


def _neighbours(project: Project, chosen: ItemFilter, item_id: int) -> dict[str, Any]:
    """The items before and after one in the list, its place and how many there are, as far as they are counted."""
    start = _way(project, chosen, most=min(_COUNTED, item_orders.MOST))
    keys = list(start)
    places = {pk: place for place, (_, pk) in enumerate(keys)}
    counted = {"total": len(keys), "total_exact": start.ended}
    place = places.get(item_id)
    listed = place is not None
    if place is not None:
        key: Key | None = keys[place]
    else:
        key = None if start.ended else _key(project, chosen, item_id)
        listed = key is not None
        # What a curator has just decided has left their queue: its neighbours there are still the next ones.
        if key is None and chosen.decision:
            key = _key(project, replace(chosen, decision=""), item_id)
    if key is None:
        return {"listed": False, "previous": None, "next": None, "position": None, **counted}
    previous = keys[place - 1] if place else None
    if place is None:
        previous = next(iter(_way(project, chosen, key, backwards=True)), None)
    following = keys[place + 1] if place is not None and place + 1 < len(keys) else None
    if following is None and not (start.ended and listed):
        following = next(iter(_way(project, chosen, key)), None)
    return {
        "listed": listed,
        "previous": previous[1] if previous else None,
        "next": following[1] if following else None,
        "position": None if place is None else place + 1,
        **counted,
    }


def _key(project: Project, chosen: ItemFilter, item_id: int) -> Key | None:
    """Of an item that lies beyond what was counted; None where it is not in the list."""
    item = Item.objects.visible(project).filter(pk=item_id, kind=Item.Kind.WORK)
    if not chosen.narrowed(project, item).exists():
        return None
    rows = candidates(project, ORDERS[chosen.order], chosen.language, [item_id])
    key: Key | None = rows.values_list("sort", "key").first()
    return key
