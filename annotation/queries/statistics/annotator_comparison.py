"""Agreement of counted annotations with the other annotations of their items, by annotator and by pair."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import numpy as np
from django.db.models import TextField
from django.db.models.functions import Cast

from annotation.models import Annotation, Item, Project
from annotation.queries.annotate.counted_items import parsed_column, stored_spans, work_items
from foundation.bulk_insert import batches
from morelkit.agreement.annotator_comparison import agreement_of_pairs, agreement_with_others
from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.character_counts import AGREEMENT_SCALE
from morelkit.gold.answer_counts import count_answers
from morelkit.gold.policy import GoldPolicy

_CHUNK: Final = 1_000  # items at a time


@dataclass(frozen=True, slots=True)
class AnnotationAgreement:
    """Annotations of items with n ≥ 2: ids and agreement with the others, as arrays of shape (annotations,)."""

    annotation: Integers
    annotator: Integers
    agreement: Floats


def compare_with_others(project: Project, items: Iterable[int]) -> Iterator[AnnotationAgreement]:
    """Yield agreement with the others of each item in chunks. Single annotations of an item are left out."""
    for batch in batches(items, _CHUNK):
        keys, columns = _columns(project, batch)
        agreement = agreement_with_others(keys[:, 0], columns[:, 0], columns[:, 1], columns[:, 2])
        defined = ~np.isnan(agreement)
        yield AnnotationAgreement(keys[defined, 1], keys[defined, 2], agreement[defined])


@dataclass
class ComparisonSums:
    """Sums of agreement, scaled by `AGREEMENT_SCALE`, and numbers of items, by annotator, by pair of annotators, and by
    annotator and day of submission (the ordinal of the UTC date; imported annotations have no day).

    An annotator's sums are of the mean agreement with the others of each item. They are integers, so that the sums of
    several languages equal those of all items.
    """

    agreement: Counter[int] = field(default_factory=Counter)
    items: Counter[int] = field(default_factory=Counter)
    pair_agreement: Counter[tuple[int, int]] = field(default_factory=Counter)
    pair_items: Counter[tuple[int, int]] = field(default_factory=Counter)
    day_agreement: Counter[tuple[int, int]] = field(default_factory=Counter)
    day_items: Counter[tuple[int, int]] = field(default_factory=Counter)

    def __iadd__(self, other: "ComparisonSums") -> "ComparisonSums":
        self.agreement.update(other.agreement)
        self.items.update(other.items)
        self.pair_agreement.update(other.pair_agreement)
        self.pair_items.update(other.pair_items)
        self.day_agreement.update(other.day_agreement)
        self.day_items.update(other.day_items)
        return self

    def to_json(self) -> dict[str, Any]:
        return {
            "annotators": [[who, self.agreement[who], items] for who, items in sorted(self.items.items())],
            "pairs": [
                [*pair, self.pair_agreement[pair], items] for pair, items in sorted(self.pair_items.items())
            ],
            "days": [[*day, self.day_agreement[day], items] for day, items in sorted(self.day_items.items())],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "ComparisonSums":
        sums = cls()
        for who, agreement, items in stored["annotators"]:
            sums.agreement[who], sums.items[who] = agreement, items
        for left, right, agreement, items in stored["pairs"]:
            sums.pair_agreement[left, right], sums.pair_items[left, right] = agreement, items
        for who, day, agreement, items in stored["days"]:
            sums.day_agreement[who, day], sums.day_items[who, day] = agreement, items
        return sums


def comparison_sums(project: Project, language: str, beat: Callable[[], object]) -> ComparisonSums:
    """The sums of one language, from its counted annotations. `beat` is called often."""
    sums = ComparisonSums()
    items = work_items(project, language).order_by("ordinal")
    for batch in batches(items.values_list("pk", flat=True).iterator(_CHUNK), _CHUNK):
        keys, columns = _columns(project, batch)
        item, annotator = keys[:, 0], keys[:, 2]
        others = np.searchsorted(item, item, side="right") - np.searchsorted(item, item) - 1
        total = np.zeros(len(item))
        for pairs in agreement_of_pairs(item, columns[:, 0], columns[:, 1], columns[:, 2]):
            for each in (pairs.left, pairs.right):
                total += np.bincount(each, pairs.agreement, len(item))
            both = np.sort(np.column_stack([annotator[pairs.left], annotator[pairs.right]]), axis=1)
            for pair, agreement, count in _grouped(both, pairs.agreement):
                sums.pair_agreement[pair[0], pair[1]] += agreement
                sums.pair_items[pair[0], pair[1]] += count
        shared = others > 0
        mean = total[shared] / others[shared]
        for (who,), agreement, count in _grouped(annotator[shared].reshape(-1, 1), mean):
            sums.agreement[who] += agreement
            sums.items[who] += count
        dated = shared & (keys[:, 3] > 0)
        for (who, day), agreement, count in _grouped(keys[dated][:, 2:], total[dated] / others[dated]):
            sums.day_agreement[who, day] += agreement
            sums.day_items[who, day] += count
        beat()
    return sums


def _grouped(keys: Integers, agreement: Floats) -> Iterator[tuple[list[int], int, int]]:
    """Yield each distinct row of `keys` with its sum of agreement, scaled, and its number of rows."""
    if not len(keys):
        return
    distinct, place = np.unique(keys, axis=0, return_inverse=True)
    scaled = np.rint(agreement * AGREEMENT_SCALE).astype(np.int64)
    sums = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(sums, place.ravel(), scaled)
    counts = np.bincount(place.ravel(), minlength=len(distinct))
    yield from zip(distinct.tolist(), sums.tolist(), counts.tolist(), strict=True)


def language_digests(project: Project) -> dict[str, str]:
    """A digest of the counted revisions of each language. Equal digests have equal comparisons under one policy."""
    rows = (
        Annotation.objects.counted()
        .filter(
            item__project=project,
            item__kind=Item.Kind.WORK,
            item__archived_at__isnull=True,
            item__imported_by__published_at__isnull=False,
        )
        .order_by("item__language", "submitted")
        .values_list("item__language", "submitted")
    )
    found = {}
    for language, own in groupby(rows.iterator(10_000), key=itemgetter(0)):
        ids = np.fromiter((revision for _, revision in own), np.int64)
        found[language] = sha256(ids.astype("<i8").tobytes()).hexdigest()
    return found


def _columns(project: Project, items: Sequence[int]) -> tuple[Integers, Integers]:
    """Two arrays: item, id, annotator and day of each counted annotation; annotation index, start and end of each span.

    The day is the ordinal of the UTC date of submission, or 0 if the annotation was imported.
    """
    answers = dict(Item.objects.filter(pk__in=items).values_list("pk", "answer"))
    rows = list(
        Annotation.objects.counted()
        .filter(item__in=items)
        .order_by("item", "id")
        .values_list(
            "item",
            "id",
            "annotator",
            "imported_by",
            "submitted__saved_at",
            Cast("submitted__spans", TextField()),
        )
    )
    keys = np.array(
        [
            (item, pk, who, 0 if imported else at.astimezone(UTC).toordinal())
            for item, pk, who, imported, at, _ in rows
        ],
        dtype=np.int64,
    ).reshape(-1, 4)
    present, n = np.unique(keys[:, 0], return_counts=True)
    counts = count_answers(
        [answers[item] for item in present.tolist()],
        n.tolist(),
        map(stored_spans, parsed_column(row[5] for row in rows)),
        GoldPolicy(normalization=project.policy),
    )
    return keys, np.column_stack(counts.normalized)
