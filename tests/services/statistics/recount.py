"""Recompute statistics from counted revisions, independently of the application's code."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.db.models import Q

from annotation.models import Annotation, Assignment, Item, ItemStatistic, Project, Rollup
from morelkit.agreement.character_counts import count_item, label_ranges
from morelkit.scheme.label_names import label_lines
from morelkit.text.spans import Span


def counted_revisions(item: Item) -> list[Any]:
    """Counted revisions by a query of its own, so that an error in the application's query is found."""
    return [
        annotation.submitted
        for annotation in Annotation.objects.filter(item=item)
        .select_related("submitted", "imported_by")
        .order_by("pk")
        if annotation.submitted
        and not annotation.surplus
        and not annotation.excluded_at
        and (annotation.imported_by is None or annotation.imported_by.published_at)
    ]


def assert_recounted(project: Project) -> None:
    """Statistics and rollups of the project equal their recomputation exactly."""
    histograms: dict[str, Counter[str]] = {}
    sums: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    expected = {}
    for item in Item.objects.filter(project=project, kind="work", imported_by__published_at__isnull=False):
        spans = [[Span(**span) for span in revision.spans] for revision in counted_revisions(item)]
        if not spans:
            assert item.counted == 0
            continue
        count = count_item(project.policy, item.answer, spans)
        revisions = counted_revisions(item)
        expected[item.pk] = (
            count.n,
            agreement(project, count, revisions),
            count.gold_characters,
            count.tie_characters,
            count.disputed_characters,
            count.single_characters,
            sum(each.unsure for each in revisions),
            len([each for each in revisions if each.comment]),
            label_lines((mine, each.labels) for mine, each in zip(spans, revisions, strict=True)),
            differ(project, item, revisions),
        )
        assert item.counted == count.n
        histograms.setdefault(item.language, Counter())[str(count.n)] += 1
        sums[item.language] += expected[item.pk][1] or 0
        compared[item.language] += expected[item.pk][1] is not None
    kept = ItemStatistic.objects.filter(project=project)
    fields = (
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
    assert {row.item_id: tuple(getattr(row, name) for name in fields) for row in kept} == expected
    rollups = {row.language: row for row in Rollup.objects.filter(project=project)}
    assert {name: row.histogram for name, row in rollups.items() if row.histogram} == histograms
    assert {name: row.agreement_sum for name, row in rollups.items() if row.agreement_sum} == {
        name: total for name, total in sums.items() if total
    }
    assert {name: row.compared for name, row in rollups.items() if row.compared} == dict(+compared)


def agreement(project: Project, count: Any, revisions: list[Any]) -> int | None:
    """Scaled agreement of spans; in a scheme without spans, the share of agreeing pairs, mean over labels."""
    if project.scheme["span_labels"]:
        return count.agreement_scaled
    shares = []
    for name in {name for each in revisions for name in each.labels}:
        chosen = [each.labels[name] for each in revisions if name in each.labels]
        pairs = [one == other for one, other in combinations(chosen, 2)]
        shares += [Fraction(sum(pairs), len(pairs))] if pairs else []
    return math.floor(sum(shares) / len(shares) * 10**12 + Fraction(1, 2)) if shares else None


def differ(project: Project, item: Item, revisions: list[Any]) -> bool:
    """Return whether two annotations differ in marked characters of a label, or in a choice that both made."""
    return any(
        marked(project, item, one) != marked(project, item, other)
        or any(one.labels[name] != other.labels[name] for name in one.labels.keys() & other.labels.keys())
        for one, other in combinations(revisions, 2)
    )


def marked(project: Project, item: Item, revision: Any) -> set[tuple[int, str]]:
    ranges = label_ranges(project.policy, item.answer, [Span(**span) for span in revision.spans])
    return {
        (place, label)
        for label, found in ranges.items()
        for start, end in found
        for place in range(start, end)
    }


def assert_covered(project: Project) -> None:
    """Coverage equals the number of taken slots: surplus and excluded annotations have none."""
    for item in Item.objects.filter(project=project):
        places = Assignment.objects.filter(item=item, state__in=["reserved", "submitted"])
        without = Annotation.objects.filter(Q(surplus=True) | Q(excluded_at__isnull=False), item=item)
        assert item.coverage == places.count() - without.count(), item
