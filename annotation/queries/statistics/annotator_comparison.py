"""How far counted annotations agree with the others of their items, and people with people."""

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
class Compared:
    """Annotations of items with n ≥ 2: arrays of shape (annotations,), of keys and of agreement with the others."""

    annotation: Integers
    annotator: Integers
    agreement: Floats


@dataclass(frozen=True)
class ComparedData:
    """Mean multiset IoU, pair by pair, with the others of the items that are shared with them."""

    key: str
    agreement: float
    items: int


def people_compared(project: Project) -> dict[str, ComparedData]:
    """By pseudonym: the mean over the items a person shares with others, and how many these are."""
    if not scheme_of(project).uses_spans:
        return {}
    sums: dict[int, float] = defaultdict(float)
    items: dict[int, int] = defaultdict(int)
    shared = ItemStatistic.objects.filter(
        project=project, policy=project.policy, n__gte=2, item__archived_at__isnull=True
    )
    for compared in compare(project, shared.values_list("item", flat=True)):
        who, place = np.unique(compared.annotator, return_inverse=True)
        for each, total, count in zip(
            who.tolist(), np.bincount(place, compared.agreement), np.bincount(place), strict=True
        ):
            sums[each] += float(total)
            items[each] += int(count)
    keys = Annotator.objects.filter(pk__in=items).values_list("pk", "key")
    return {key: ComparedData(key, sums[each] / items[each], items[each]) for each, key in keys}


def compare(project: Project, items: Iterable[int]) -> Iterator[Compared]:
    """In chunks. What is alone on its item is left out."""
    for batch in batches(items, _CHUNK):
        yield _compared(project, batch)


def compare_pairs(project: Project, items: Iterable[int]) -> Iterator[Pairs]:
    """In chunks, with the keys of the two annotators in place of their annotations."""
    for batch in batches(items, _CHUNK):
        keys, columns = _columns(project, batch)
        for pairs in agreement_of_pairs(keys[:, 0], columns[:, 0], columns[:, 1], columns[:, 2]):
            yield Pairs(keys[pairs.left, 2], keys[pairs.right, 2], pairs.agreement)


def _compared(project: Project, items: Sequence[int]) -> Compared:
    keys, columns = _columns(project, items)
    agreement = agreement_with_others(keys[:, 0], columns[:, 0], columns[:, 1], columns[:, 2])
    known = ~np.isnan(agreement)
    return Compared(keys[known, 1], keys[known, 2], agreement[known])


def _columns(project: Project, items: Sequence[int]) -> tuple[Integers, Integers]:
    """Item, key and annotator of each counted annotation; of each span the index of its annotation, start and end."""
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
