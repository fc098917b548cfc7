"""Means over all pairs of an item's annotations, for measures that compare two annotations.

The pairs of many items are processed at once: their spans form two sorted arrays, one for each side, with keys of pair
and offset, so that bisection finds counterparts.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.span_arrays import SpanArrays, concatenated_ranges

_BLOCK = 2**18  # spans or pairs in memory at once


class Side(NamedTuple):
    """One annotation of each pair.

    `spans` and `characters`, shape (pairs,): how many of them the annotation marks. `pair`, `start` and `end`, shape
    (spans,), sorted: the pair of each span, and its boundaries as ascending keys.
    """

    spans: Integers
    characters: Integers
    pair: Integers
    start: Integers
    end: Integers

    def sum_by_pair(self, values: Integers) -> Floats:
        """Return the sums of one value for each span, shape (pairs,)."""
        sums = np.bincount(self.pair, weights=values, minlength=len(self.spans))
        return sums.astype(np.float64, copy=False)


def mean_over_pairs(
    marks: SpanArrays, number: int, scores: Callable[[Side, Side], tuple[Floats, ...]]
) -> tuple[Floats, ...]:
    """Return the means of `number` scores over the pairs of each item: arrays of shape (items,), NaN where n < 2.

    `scores` is called with both sides of a block of pairs and returns arrays of shape (pairs,).
    """
    n = marks.n
    pairs = n * (n - 1) // 2
    sums = np.zeros((number, len(n)))
    spans = np.bincount(marks.annotation, minlength=len(marks.item))
    for left, right in _pairs(marks, spans, n, pairs):
        item = marks.item[left]
        block = scores(_side(marks, spans, left), _side(marks, spans, right))
        for total, score in zip(sums, block, strict=True):
            total += np.bincount(item, weights=score, minlength=len(n))
    means = np.full(sums.shape, np.nan)
    np.divide(sums, pairs, out=means, where=pairs > 0)
    return tuple(means)


def shared_characters(ours: Side, theirs: Side) -> Floats:
    """Return |A∩B| of each pair, shape (pairs,)."""
    return ours.sum_by_pair(_covered(theirs, ours.end) - _covered(theirs, ours.start))


def ratio(numerator: Floats | Integers, denominator: Floats | Integers, default: float) -> Floats:
    """Return the quotients, with `default` where the denominator is 0."""
    quotient = np.full(len(numerator), default)
    np.divide(numerator, denominator, out=quotient, where=denominator > 0)
    return quotient


def _pairs(
    marks: SpanArrays, spans: Integers, n: Integers, pairs: Integers
) -> Iterator[tuple[Integers, Integers]]:
    """Yield all pairs of annotations within items, in blocks of bounded size."""
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


def _side(marks: SpanArrays, spans: Integers, annotation: Integers) -> Side:
    counts = spans[annotation]
    pair = np.repeat(np.arange(len(annotation)), counts)
    chosen = np.repeat((np.cumsum(spans) - spans)[annotation], counts) + concatenated_ranges(counts)
    base = pair * (int(marks.end.max(initial=0)) + 1)
    return Side(counts, marks.sizes[annotation], pair, base + marks.start[chosen], base + marks.end[chosen])


def _covered(side: Side, key: Integers) -> Integers:
    """Return how many characters of the side's spans lie before each key."""
    before = np.searchsorted(side.start, key)
    length = np.append(0, np.cumsum(side.end - side.start))[before]
    reaches_past = np.maximum(np.append(0, side.end)[before] - key, 0)
    covered: Integers = length - reaches_past
    return covered
