"""Update statistics of items and rollups of languages when annotations change."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.db.models import QuerySet, Subquery
from django.db.models.functions import JSONArray

from annotation.models import Item, ItemStatistic, Project, Rollup
from annotation.queries.annotate.annotation_content import (
    CountedContent,
    counted_contents,
    counted_contents_of,
)
from annotation.queries.projects.access import scheme_of
from annotation.queries.statistics.rollups import stored_agreement
from foundation.bulk_insert import insert
from foundation.prepared_statements import prepared, prepared_update
from morelkit.agreement.character_counts import count_item
from morelkit.scheme.label_names import choices_differ, label_lines
from morelkit.scheme.schemes import Scheme

STATISTIC_FIELDS = (
    "n",
    "agreement",
    "gold_characters",
    "tie_characters",
    "disputed_characters",
    "single_characters",
    "unsure",
    "comments",
    "labels",
    "differs",
)

ContentByItem = Mapping[int, list[CountedContent]]
"""Content of counted annotations, by item."""


Statistics = Mapping[int, ItemStatistic]
"""Item statistics, by item."""


@dataclass
class Change:
    """Differences to add to the rollup of a language."""

    histogram: Counter[int] = field(default_factory=Counter)
    agreement: int = 0
    compared: int = 0

    def replace(self, old: ItemStatistic | None, new: ItemStatistic | None) -> None:
        for row, sign in ((old, -1), (new, +1)):
            if row:
                self.histogram[row.n] += sign
                self.agreement += sign * (row.agreement or 0)
                self.compared += sign * (row.agreement is not None)


def refresh_items(project: Project, items: Sequence[Item]) -> None:
    """Recompute the statistics of `items` and add the differences to the rollups.

    Call it in the transaction that changed an annotation, with the items locked: two simultaneous submissions would
    otherwise each miss the other. During a change of policy, statistics under both policies are updated.
    """
    # Read after the items are locked, so that items that a change of policy has passed are updated under its policy.
    project.refresh_from_db(fields=["policy", "next_policy"])
    contents = content_by_item(items)
    for policy in filter(None, (project.policy, project.next_policy)):
        refresh_under(project, policy, items, contents)


def refresh_item(project: Project, item: Item) -> None:
    """As `refresh_items` for one item of kind work, with `project` as it was read after the item was locked."""
    contents = counted_contents_of(item.pk)
    for policy in filter(None, (project.policy, project.next_policy)):
        after = _statistic(project, policy, item, contents, scheme_of(project)) if contents else None
        rollup = _rollup_to_lock.first(project.pk, item.language, policy, item.pk)
        if rollup is None:  # the first of the language
            refresh_under(project, policy, [item], {item.pk: contents} if contents else {})
            continue
        stored: list[Any] | None = cast("Any", rollup).stored
        before = ItemStatistic(n=stored[0], agreement=stored[1]) if stored else None
        change = Change()
        change.replace(before, after)
        if after is None:
            ItemStatistic.objects.filter(item=item, policy=policy).delete()
        else:
            _insert_statistics(project, policy, [after])
        if (n := after.n if after else 0) != item.counted:
            _set_counted(item.pk, n)
            item.counted = n
        _set_sums(rollup.pk, *_changed_sums(rollup, change))


@prepared
def _rollup_to_lock(project: int, language: str, policy: str, item: int) -> "QuerySet[Rollup]":
    """The rollup, locked, with the statistic of the item that it contains."""
    statistic = ItemStatistic.objects.filter(item=item, policy=policy).values(row=JSONArray("n", "agreement"))
    rows = Rollup.objects.select_for_update(of=("self",)).annotate(stored=Subquery(statistic))
    return rows.filter(project=project, language=language, policy=policy)


@prepared_update
def _set_counted(item: int, n: int) -> tuple["QuerySet[Item]", dict[str, Any]]:
    return Item.objects.filter(pk=item), {"counted": n}


@prepared_update
def _set_sums(
    rollup: int, histogram: Mapping[str, int], agreement: int, compared: int
) -> tuple["QuerySet[Rollup]", dict[str, Any]]:
    sums = {"histogram": histogram, "agreement_sum": agreement, "compared": compared}
    return Rollup.objects.filter(pk=rollup), sums


def content_by_item(items: Sequence[Item]) -> ContentByItem:
    return counted_contents(item.pk for item in items if item.kind == Item.Kind.WORK)


def refresh_under(project: Project, policy: str, items: Sequence[Item], contents: ContentByItem) -> None:
    """Recompute the statistics of `items` and their rollups under one policy."""
    before = stored_statistics(policy, items)
    after = expected_statistics(project, policy, items, contents)
    changes: dict[str, Change] = defaultdict(Change)
    for item in items:
        changes[item.language].replace(before.get(item.pk), after.get(item.pk))
    write_statistics(project, policy, before, after)
    _roll_up(project, policy, changes.items())


def write_statistics(project: Project, policy: str, before: Statistics, after: Statistics) -> None:
    """Replace the statistics of items. The rollups stay unchanged, unlike with `refresh_items`."""
    if gone := before.keys() - after.keys():
        ItemStatistic.objects.filter(item__in=gone, policy=policy).delete()
    update_counted(dict.fromkeys(gone, 0) | {item: row.n for item, row in after.items()})
    _insert_statistics(project, policy, after.values())


def _insert_statistics(project: Project, policy: str, statistics: Iterable[ItemStatistic]) -> None:
    insert(
        ItemStatistic,
        [
            {name: getattr(row, name) for name in ("item_id", "language", *STATISTIC_FIELDS)}
            for row in statistics
        ],
        unique=["item_id", "policy"],
        update=STATISTIC_FIELDS,
        project_id=project.pk,
        policy=policy,
    )


def update_counted(counted: Mapping[int, int]) -> None:
    """Store the number of counted annotations of each item. It does not depend on the policy."""
    for n in set(counted.values()):
        keys = [item for item, number in counted.items() if number == n]
        Item.objects.filter(pk__in=keys).exclude(counted=n).update(counted=n)


def stored_statistics(policy: str, items: Sequence[Item]) -> dict[int, ItemStatistic]:
    rows = ItemStatistic.objects.filter(item__in=[item.pk for item in items], policy=policy)
    return {row.item_id: row for row in rows}


def expected_statistics(
    project: Project, policy: str, items: Sequence[Item], contents: ContentByItem
) -> dict[int, ItemStatistic]:
    """Statistics recomputed from annotations, by item. Items without a counted annotation have none."""
    scheme = scheme_of(project)
    return {
        item.pk: _statistic(project, policy, item, contents[item.pk], scheme)
        for item in items
        if item.pk in contents
    }


def _statistic(
    project: Project, policy: str, item: Item, contents: Sequence[CountedContent], scheme: Scheme
) -> ItemStatistic:
    count = count_item(policy, item.answer, [each.spans for each in contents])
    labels = [each.labels for each in contents]
    return ItemStatistic(
        item=item,
        project=project,
        language=item.language,
        policy=policy,
        n=count.n,
        agreement=stored_agreement(scheme, count, labels),
        gold_characters=count.gold_characters,
        tie_characters=count.tie_characters,
        disputed_characters=count.disputed_characters,
        single_characters=count.single_characters,
        unsure=sum(each.unsure for each in contents),
        comments=sum(each.commented for each in contents),
        labels=label_lines((each.spans, each.labels) for each in contents),
        differs=count.differs or choices_differ(labels),
    )


def _roll_up(project: Project, policy: str, changes: Iterable[tuple[str, Change]]) -> None:
    for language, change in sorted(changes, key=lambda pair: pair[0]):
        row = locked_rollup(project, language, policy)
        row.histogram, row.agreement_sum, row.compared = _changed_sums(row, change)
        row.save(update_fields=["histogram", "agreement_sum", "compared"])


def _changed_sums(row: Rollup, change: Change) -> tuple[dict[str, int], int, int]:
    histogram = Counter({int(n): items for n, items in row.histogram.items()})
    histogram.update(change.histogram)
    return histogram_json(histogram), row.agreement_sum + change.agreement, row.compared + change.compared


def locked_rollup(project: Project, language: str, policy: str) -> Rollup:
    rows = Rollup.objects.select_for_update()
    return rows.get_or_create(project=project, language=language, policy=policy)[0]


def histogram_json(histogram: Mapping[int, int]) -> dict[str, int]:
    return {str(n): items for n, items in sorted(histogram.items()) if items}
