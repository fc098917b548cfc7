"""Pairwise F1 of an item's annotations: by characters, by exact spans, by overlapping spans.

An item's value is the mean over all pairs of its annotations. The pairs of many items are processed at once: their
spans form two sorted arrays, one for each side, with keys of pair and offset, so that bisection finds counterparts.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import SpanMeasure, mean_over_items
from morelkit.agreement.span_arrays import SpanArrays, concatenated_ranges

_BLOCK = 2**18  # spans or pairs in memory at once


class PairwiseF1(NamedTuple):
    """Mean F1 over the pairs of each item: three arrays of shape (items,), NaN where n < 2."""

    character: Floats
    exact: Floats
    overlap: Floats


def pairwise_f1(marks: SpanArrays) -> PairwiseF1:
    """Return the mean pairwise F1 of each item.

    Character F1 of a pair is 2|A∩B| / (|A| + |B|), exact-span F1 the same on sets of spans; both are 1 if both
    annotations are empty. Overlap F1: precision is the share of A's spans that share a character with one of B's,
    recall the reverse; 1 if both are empty, 0 if one is.
    """
    n = marks.n
    pairs = n * (n - 1) // 2
    sums = np.zeros((3, len(n)))
    for left, right in _pairs(marks, n, pairs):
        item = marks.item[left]
        for total, score in zip(sums, _f1_of_pairs(marks, left, right), strict=True):
            total += np.bincount(item, weights=score, minlength=len(n))
    means = np.full(sums.shape, np.nan)
    np.divide(sums, pairs, out=means, where=pairs > 0)
    return PairwiseF1(*means)


def _pairs(marks: SpanArrays, n: Integers, pairs: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield all pairs of annotations within items, in blocks of bounded size."""
    spans = np.bincount(marks.annotation, minlength=len(marks.item))
    first = np.cumsum(n) - n
    for items in _blocks(pairs):
        chosen = slice(int(first[items.start]), int(first[items.stop - 1] + n[items.stop - 1]))
        index = np.arange(chosen.start, chosen.stop)
        after = np.repeat(first[items] + n[items], n[items]) - index - 1
        left = np.repeat(index, after)
        right = left + 1 + concatenated_ranges(after)
        for block in _blocks(spans[left] + spans[right]):
            yield left[block], right[block]


def _blocks(weights: Integers) -> Iterator[slice]:
    """Yield slices of consecutive entries with a total weight of about `_BLOCK`; at least one entry."""
    number = np.cumsum(weights) // _BLOCK
    edges = np.flatnonzero(np.diff(number, prepend=-1, append=-1)).tolist() if len(weights) else []
    for low, high in pairwise(edges):
        yield slice(low, high)


class _Side(NamedTuple):
    """The spans of one side of all pairs, sorted: the pair of each span, and its boundaries as ascending keys."""

    pair: Integers
    start: Integers
    end: Integers


def _f1_of_pairs(marks: SpanArrays, left: Integers, right: Integers) -> tuple[Floats, Floats, Floats]:
    stride = int(marks.end.max(initial=0)) + 1
    ours, theirs = _side(marks, left, stride), _side(marks, right, stride)
    count = len(left)
    sizes = marks.sizes
    spans = np.bincount(marks.annotation, minlength=len(marks.item))
    shared = np.bincount(ours.pair, weights=_shared(ours, theirs), minlength=count)
    exact = np.bincount(ours.pair, weights=_exact(ours, theirs), minlength=count)
    precision = _share(np.bincount(ours.pair, weights=_overlaps(ours, theirs), minlength=count), spans[left])
    recall = _share(np.bincount(theirs.pair, weights=_overlaps(theirs, ours), minlength=count), spans[right])
    overlap = _ratio(2 * precision * recall, precision + recall, 0.0)
    overlap[(spans[left] == 0) & (spans[right] == 0)] = 1.0
    return (
        _ratio(2 * shared, sizes[left] + sizes[right], 1.0),
        _ratio(2 * exact, spans[left] + spans[right], 1.0),
        overlap,
    )


def _side(marks: SpanArrays, annotation: Integers, stride: int) -> _Side:
    spans = np.bincount(marks.annotation, minlength=len(marks.item))
    counts = spans[annotation]
    pair = np.repeat(np.arange(len(annotation)), counts)
    chosen = np.repeat((np.cumsum(spans) - spans)[annotation], counts) + concatenated_ranges(counts)
    base = pair * stride
    return _Side(pair, base + marks.start[chosen], base + marks.end[chosen])


def _shared(ours: _Side, theirs: _Side) -> Integers:
    """Return how many characters each of our spans shares with theirs."""
    return _covered(theirs, ours.end) - _covered(theirs, ours.start)


def _covered(side: _Side, key: Integers) -> Integers:
    """Return how many characters of the side's spans lie before each key."""
    before = np.searchsorted(side.start, key)
    length = np.append(0, np.cumsum(side.end - side.start))[before]
    reaches_past = np.maximum(np.append(0, side.end)[before] - key, 0)
    covered: Integers = length - reaches_past
    return covered


def _exact(ours: _Side, theirs: _Side) -> Integers:
    """Return 1 for each of our spans that equals one of theirs, else 0."""
    if not len(theirs.start):
        return np.zeros(len(ours.start), dtype=np.int64)
    at = np.minimum(np.searchsorted(theirs.start, ours.start), len(theirs.start) - 1)
    same: Integers = np.where((theirs.start[at] == ours.start) & (theirs.end[at] == ours.end), 1, 0)
    return same


def _overlaps(ours: _Side, theirs: _Side) -> Integers:
    """Return 1 for each of our spans that shares a character with one of theirs, else 0.

    A span overlaps if more of their spans start before its end than end before its start.
    """
    started = np.searchsorted(theirs.start, ours.end)
    ended = np.searchsorted(theirs.end, ours.start, side="right")
    overlapping: Integers = np.where(started > ended, 1, 0)
    return overlapping


def _share(part: Integers, whole: Integers) -> Floats:
    return _ratio(part, whole, 0.0)


def _ratio(numerator: Floats | Integers, denominator: Floats | Integers, default: float) -> Floats:
    ratio = np.full(len(numerator), default)
    np.divide(numerator, denominator, out=ratio, where=denominator > 0)
    return ratio


CHARACTER_F1: Final[SpanMeasure] = mean_over_items(
    "character_f1", "F₁ = 2 |A ∩ B| / (|A| + |B|)", lambda chunk: chunk.shared(pairwise_f1).character
)
EXACT_F1: Final[SpanMeasure] = mean_over_items(
    "exact_f1", "F₁ = 2 |S ∩ T| / (|S| + |T|)", lambda chunk: chunk.shared(pairwise_f1).exact
)
OVERLAP_F1: Final[SpanMeasure] = mean_over_items(
    "overlap_f1", "F₁ = 2PR / (P + R)", lambda chunk: chunk.shared(pairwise_f1).overlap
)
