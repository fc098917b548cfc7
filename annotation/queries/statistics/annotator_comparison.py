"""Agreement of counted annotations with the other annotations of their items, by annotator and by pair."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np

from annotation.models import Annotation, Annotator, Item, ItemStatistic, Project
from annotation.queries.projects.access import scheme_of
from foundation.bulk_insert import batches
from morelkit.agreement.annotator_comparison import Pairs, agreement_of_pairs, agreement_with_others
from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.character_counts import count_item
from morelkit.text.spans import Span

_CHUNK = 1_000  # items at a time


@dataclass(frozen=True, slots=True)
class AnnotationAgreement:
    """Annotations of items with n ≥ 2: ids and agreement with the others, as arrays of shape (annotations,)."""

    annotation: Integers
    annotator: Integers
    agreement: Floats


@dataclass(frozen=True)
class ComparedData:
    """Mean pairwise agreement (multiset IoU) of an annotator with the others of their `items` shared items."""

    key: str
    agreement: float
    items: int


def agreement_by_annotator(project: Project) -> dict[str, ComparedData]:
    """By annotator key: the mean agreement over items shared with others."""
    if not scheme_of(project).uses_spans:
        return {}
    sums: dict[int, float] = defaultdict(float)
    items: dict[int, int] = defaultdict(int)
    shared = ItemStatistic.objects.filter(
        project=project, policy=project.policy, n__gte=2, item__archived_at__isnull=True
    )
    for compared in compare_with_others(project, shared.values_list("item", flat=True)):
        who, place = np.unique(compared.annotator, return_inverse=True)
        for each, total, count in zip(
            who.tolist(), np.bincount(place, compared.agreement), np.bincount(place), strict=True
        ):
            sums[each] += float(total)
            items[each] += int(count)
    keys = Annotator.objects.filter(pk__in=items).values_list("pk", "key")
    return {key: ComparedData(key, sums[each] / items[each], items[each]) for each, key in keys}


def compare_with_others(project: Project, items: Iterable[int]) -> Iterator[AnnotationAgreement]:
    """Yield agreement with the others of each item in chunks. Single annotations of an item are left out."""
    for batch in batches(items, _CHUNK):
        yield _compared(project, batch)


def compare_pairs(project: Project, items: Iterable[int]) -> Iterator[Pairs]:
    """Yield agreement of pairs in chunks, with annotator ids in place of annotation numbers."""
    for batch in batches(items, _CHUNK):
        keys, columns = _columns(project, batch)
        for pairs in agreement_of_pairs(keys[:, 0], columns[:, 0], columns[:, 1], columns[:, 2]):
            yield Pairs(keys[pairs.left, 2], keys[pairs.right, 2], pairs.agreement)


def _compared(project: Project, items: Sequence[int]) -> AnnotationAgreement:
    keys, columns = _columns(project, items)
    agreement = agreement_with_others(keys[:, 0], columns[:, 0], columns[:, 1], columns[:, 2])
    defined = ~np.isnan(agreement)
    return AnnotationAgreement(keys[defined, 1], keys[defined, 2], agreement[defined])


def _columns(project: Project, items: Sequence[int]) -> tuple[Integers, Integers]:
    """Two arrays: item, id and annotator of each counted annotation; annotation index, start and end of each span."""
    answers = dict(Item.objects.filter(pk__in=items).values_list("pk", "answer"))
    rows = list(
        Annotation.objects.counted()
        .filter(item__in=items)
        .order_by("item", "id")
        .values_list("item", "id", "annotator", "submitted__spans")
    )
    spans = []
    owner = 0
    for item, of_item in groupby(rows, key=itemgetter(0)):
        stored = [[Span(**span) for span in row[3]] for row in of_item]
        for ranges in count_item(project.policy, answers[item], stored).normalized:
            spans += [(owner, start, end) for start, end in ranges]
            owner += 1
    keys = np.array([row[:3] for row in rows], dtype=np.int64).reshape(-1, 3)
    return keys, np.array(spans, dtype=np.int64).reshape(-1, 3)
