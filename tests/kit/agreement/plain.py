"""Reference implementations of the measures with Python sets, item by item, as in the papers."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean

import numpy as np

from morelkit.agreement.span_arrays import SpanArrays

Annotation = Sequence[tuple[int, int]]
Item = tuple[int, Sequence[Annotation]]
"""The length of the answer, and each annotator's ranges: sorted, without overlap."""


def marks(items: Sequence[Item]) -> SpanArrays:
    annotations = [(item, spans) for item, (_, of_item) in enumerate(items) for spans in of_item]
    spans = [(index, *span) for index, (_, own_spans) in enumerate(annotations) for span in own_spans]
    columns = np.array(spans, dtype=np.int64).reshape(-1, 3).T
    lengths = np.array([length for length, _ in items], dtype=np.int64)
    return SpanArrays(lengths, np.array([item for item, _ in annotations], dtype=np.int64), *columns)


def characters(annotation: Annotation) -> set[int]:
    return {at for start, end in annotation for at in range(start, end)}


def agreement(annotations: Sequence[Annotation]) -> float:
    sets = [characters(each) for each in annotations]
    union = set().union(*sets)
    return sum(map(len, sets)) / (len(sets) * len(union)) if union else 1.0


def f1(one: set, other: set) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def overlap_f1(one: Annotation, other: Annotation) -> float:
    if not one or not other:
        return float(not one and not other)
    precision = fmean(bool(characters([span]) & characters(other)) for span in one)
    recall = fmean(bool(characters([span]) & characters(one)) for span in other)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def pairwise(annotations: Sequence[Annotation]) -> tuple[float, float, float]:
    """Return character, exact and overlap F1 as means over pairs."""
    pairs = list(combinations(annotations, 2))
    return (
        fmean(f1(characters(one), characters(other)) for one, other in pairs),
        fmean(f1(set(one), set(other)) for one, other in pairs),
        fmean(overlap_f1(one, other) for one, other in pairs),
    )


def rows(items: Sequence[Item]) -> Iterator[list[int]]:
    """Yield [n − k, k] for each character of counted items: the input of the krippendorff package."""
    for length, annotations in items:
        if len(annotations) >= 2:
            votes = [0] * length
            for each in annotations:
                for at in characters(each):
                    votes[at] += 1
            yield from ([len(annotations) - k, k] for k in votes)


def curve(items: Sequence[Item]) -> dict[int, float]:
    counted = [annotations for _, annotations in items if len(annotations) >= 2]
    largest_n = max(map(len, counted), default=0)
    return {
        k: fmean(
            fmean(agreement(chosen) for chosen in combinations(each, min(k, len(each)))) for each in counted
        )
        for k in range(2, largest_n + 1)
    }
