"""The leads' list of items: filtered, ordered and paged, with the disagreement of each item."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any, Final

from django.db.models import Count, Exists, OuterRef, Q

from annotation.models import Annotation, Assignment, Item, ItemStatistic, Project, ProjectLanguage
from annotation.models.annotation import is_counted
from annotation.queries.annotate.counted_items import (
    Content,
    CountedItem,
    ItemValues,
    count_items,
    counted_annotations,
)
from annotation.queries.annotate.workspace_item import item_head
from annotation.queries.curation.adjudications import DecisionCounts, stale_items
from annotation.queries.items import item_order
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.item_order import ORDERS, ItemScan, Key, candidates, listed
from annotation.queries.items.lead_item import ItemDetails, ItemStatus, item_status, label_agreement
from annotation.queries.items.metadata_fields import metadata_values
from annotation.queries.items.tags import tags_of
from annotation.queries.projects.access import scheme_of
from annotation.queries.shapes import ItemHead
from morelkit.agreement.character_counts import Run
from morelkit.gold.policy import GoldPolicy
from morelkit.scheme.schemes import Scheme

_MAX_POSITION: Final = 5_000  # an item further down the list is shown without its position
_NO_NOTES = {"drafts": 0, "unsure": 0, "comments": 0, "surplus": 0}


@dataclass(frozen=True)
class ItemViewData(ItemDetails):
    listed: Annotated[bool, "In the list that the filter gives."]
    previous: int | None
    next: int | None
    position: Annotated[int | None, "From 1; null beyond what was counted."]
    total: int
    total_exact: Annotated[bool, "False: the list is longer than what was counted."]


@dataclass(frozen=True)
class LabelVotes:
    """`votes`: counted annotations by choice, in the order of the scheme, of those that anyone made."""

    name: str
    votes: dict[str, int]


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
    agreement: Annotated[float | None, "Of spans; in a scheme without spans, of item labels."]
    item_labels: Annotated[list[LabelVotes], "Those that anyone set."]
    held: Annotated[int, "By so many people, begun or not."]
    drafts: int
    unsure: int
    comments: int
    surplus: Annotated[int, "Submitted late, when no place was free: a lead decides."]
    tags: list[str]
    metadata: Annotated[dict[str, str], "The fields that the request names as columns, without missing ones."]


def item_page(
    project: Project, chosen: ItemFilter, after: Key | None, limit: int
) -> tuple[list[ItemValues], Key | None]:
    """At most `limit` items after the key `after`, and the key after which the next page starts, None at the end.

    A page may hold fewer items, or none, before the end, because one request scans a limited number of items.
    """
    scan = _scan(project, chosen, after)
    keys = list(islice(scan, limit + 1))
    rows = Item.objects.filter(pk__in=[pk for _, pk in keys[:limit]]).values_list(*ItemValues._fields)
    found = {row.pk: row for row in map(ItemValues._make, rows)}
    following = keys[limit - 1] if len(keys) > limit else None if scan.ended else scan.at
    # Undoing an import may delete items between the two queries.
    return [found[pk] for _, pk in keys[:limit] if pk in found], following


def _scan(
    project: Project,
    chosen: ItemFilter,
    after: Key | None = None,
    *,
    backwards: bool = False,
    most: int = 0,
) -> ItemScan:
    order = ORDERS[chosen.order]
    few_keys = chosen.few_keys(project, item_order.MAX_SCANNED)
    rows = chosen.sort_range(candidates(project, order, chosen.language, few_keys))

    def matching(keys: Sequence[int]) -> set[int]:
        # No condition on the project: SQLite would scan all of it instead of looking up these keys.
        # The candidates may include training items and checks.
        items = Item.objects.filter(chosen.available(), pk__in=keys)
        return set(chosen.filtered(project, items).values_list("pk", flat=True))

    return ItemScan(
        rows, order, matching, after, backwards=backwards, most=most, at_once=few_keys is not None
    )


def item_rows(
    project: Project,
    items: Sequence[ItemValues],
    languages: Mapping[str, ProjectLanguage],
    columns: Sequence[str] = (),
) -> list[ItemRow]:
    """The rows of the list. Agreement and runs are computed from the annotations of these items.

    `columns`: fields of the metadata.
    """
    scheme = scheme_of(project)
    content: Content = "labels" if scheme.item_labels else "spans"
    annotations = counted_annotations([item.pk for item in items], content=content)
    counted = [CountedItem(item, annotations[item.pk]) for item in items]
    counts = count_items(counted, GoldPolicy(normalization=project.policy)).items()
    notes = _notes([item.pk for item in items])
    held = _held([item.pk for item in items])
    tags = tags_of([item.pk for item in items])
    rows = []
    for item, count in zip(items, counts, strict=True):
        language, own = languages[item.language], notes.get(item.pk, _NO_NOTES)
        chosen = [row.labels for row in annotations[item.pk]]
        rows.append(
            ItemRow(
                **item_head(item),
                answer_length=len(item.answer),
                redundancy=language.redundancy or project.redundancy,
                status=item_status(project, language, count.n, implied=item.labels_implied),
                ties=count.tie_characters,
                disputed_characters=count.disputed_characters,
                single_characters=count.single_characters,
                gold_characters=count.gold_characters,
                model_id=item.model_id,
                split=item.split,
                runs=count.runs,
                n=count.n,
                agreement=count.agreement if scheme.uses_spans else label_agreement(chosen),
                item_labels=_label_votes(scheme, chosen),
                held=held.get(item.pk, 0),
                drafts=own["drafts"],
                unsure=own["unsure"],
                comments=own["comments"],
                surplus=own["surplus"],
                tags=tags.get(item.pk, []),
                metadata=metadata_values(item.metadata, columns),
            )
        )
    return rows


def _label_votes(scheme: Scheme, chosen: Sequence[Mapping[str, str]]) -> list[LabelVotes]:
    found = []
    for label in scheme.item_labels:
        counts = Counter(labels[label.name] for labels in chosen if label.name in labels)
        votes = {choice.name: counts[choice.name] for choice in label.choices if counts[choice.name]}
        if votes:
            found.append(LabelVotes(label.name, votes))
    return found


def _notes(items: list[int]) -> dict[int, dict[str, int]]:
    """By item: drafts and surplus, and the doubts and comments of counted annotations, as the statistics have them."""
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
    """The number of people who have each item reserved."""
    reserved = Assignment.objects.filter(item__in=items, state=Assignment.State.RESERVED).order_by()
    return dict(reserved.values_list("item").annotate(Count("pk")))


@dataclass(frozen=True)
class ItemCount:
    items: Annotated[int, "Items that the filter leaves."]
    of: Annotated[int, "Work items of the project that are not archived."]


def item_count(project: Project, chosen: ItemFilter) -> ItemCount:
    """The number of items of the list, without those that its order does not list."""
    order = ORDERS[chosen.order]
    items = chosen.items(project)
    if not order.of_item:
        statistics = ItemStatistic.objects.filter(listed(order), item=OuterRef("pk"), policy=project.policy)
        items = items.filter(Exists(statistics))
    work = Item.objects.visible(project).filter(kind=Item.Kind.WORK)
    return ItemCount(items.count(), work.count())


def decision_counts(project: Project, chosen: ItemFilter) -> DecisionCounts:
    """The number of items of the list with an open, a valid and a stale decision."""
    waiting, done = (replace(chosen, decision=decision).items(project) for decision in ("open", "done"))
    return DecisionCounts(waiting.count(), done.count(), len(stale_items(done)))


def item_view(project: Project, chosen: ItemFilter, item: ItemDetails) -> ItemViewData:
    """The item with its neighbours in the list."""
    return ItemViewData(**vars(item), **_neighbours(project, chosen, item.id))


def _neighbours(project: Project, chosen: ItemFilter, item_id: int) -> dict[str, Any]:
    """The items before and after an item in the list, its position, and the length of the list up to a maximum."""
    start = _scan(project, chosen, most=min(_MAX_POSITION, item_order.MAX_SCANNED))
    keys = list(start)
    indexes = {pk: index for index, (_, pk) in enumerate(keys)}
    counted = {"total": len(keys), "total_exact": start.ended}
    index = indexes.get(item_id)
    listed = index is not None
    if index is not None:
        key: Key | None = keys[index]
    else:
        key = None if start.ended else _key(project, chosen, item_id)
        listed = key is not None
        # An item leaves the curation queue when it is decided; its neighbours there stay the same.
        if key is None and chosen.decision:
            key = _key(project, replace(chosen, decision=""), item_id)
    if key is None:
        return {"listed": False, "previous": None, "next": None, "position": None, **counted}
    previous = keys[index - 1] if index else None
    if index is None:
        previous = next(iter(_scan(project, chosen, key, backwards=True)), None)
    following = keys[index + 1] if index is not None and index + 1 < len(keys) else None
    if following is None and not (start.ended and listed):
        following = next(iter(_scan(project, chosen, key)), None)
    return {
        "listed": listed,
        "previous": previous[1] if previous else None,
        "next": following[1] if following else None,
        "position": None if index is None else index + 1,
        **counted,
    }


def _key(project: Project, chosen: ItemFilter, item_id: int) -> Key | None:
    """The key of an item after the maximum that was counted. None if it is not in the list."""
    item = Item.objects.filter(chosen.available(), project=project, pk=item_id)
    if not chosen.filtered(project, item).exists():
        return None
    rows = candidates(project, ORDERS[chosen.order], chosen.language, [item_id])
    key: Key | None = rows.values_list("sort", "key").first()
    return key
