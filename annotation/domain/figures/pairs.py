"""How far two annotations of an item agree, as F1: by characters, by exact spans, by spans that overlap.

Every pair of an item's annotations is compared, and the mean over its pairs is the item's. All pairs of many items are
worked on at once: their spans stand in two long lists, one for each side, and a span finds its counterparts by
bisection, because keys of pair and offset ascend.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers
from annotation.domain.figures.marks import Marks, steps

_BLOCK = 2**18  # spans, or pairs, held at once


class PairScores(NamedTuple):
    """Means over the pairs of each item: three arrays of shape (items,), NaN where n < 2."""

    character: Floats
    exact: Floats
    overlap: Floats


def pair_scores(marks: Marks) -> PairScores:
    """Character F1 of a pair is 2|A∩B| / (|A| + |B|), exact-span F1 the same with sets of spans; both are 1 where both
    are empty. Overlap F1 is that of the share of A's spans that share a character with one of B's, and the other way
    round: 1 where both are empty, 0 where one is.
    """
    n = marks.n
    pairs = n * (n - 1) // 2
    sums = np.zeros((3, len(n)))
    for left, right in _pairs(marks, n, pairs):
        item = marks.item[left]
        for total, score in zip(sums, _scores(marks, left, right), strict=True):
            total += np.bincount(item, weights=score, minlength=len(n))
    means = np.full(sums.shape, np.nan)
    np.divide(sums, pairs, out=means, where=pairs > 0)
    return PairScores(*means)


def _pairs(marks: Marks, n: Integers, pairs: Integers) -> Iterator[tuple[Integers, Integers]]:
    """All pairs of annotations of one item, in blocks of bounded size."""
    spans = np.bincount(marks.owner, minlength=len(marks.item))
    first = np.cumsum(n) - n
    for items in _blocks(pairs):
        chosen = slice(int(first[items.start]), int(first[items.stop - 1] + n[items.stop - 1]))
        place = np.arange(chosen.start, chosen.stop)
        after = np.repeat(first[items] + n[items], n[items]) - place - 1
        left = np.repeat(place, after)
        right = left + 1 + steps(after)
        for block in _blocks(spans[left] + spans[right]):
            yield left[block], right[block]


def _blocks(weights: Integers) -> Iterator[slice]:
    """Slices of consecutive entries that together weigh about `_BLOCK`; one entry at least."""
    number = np.cumsum(weights) // _BLOCK
    edges = np.flatnonzero(np.diff(number, prepend=-1, append=-1)).tolist() if len(weights) else []
    for low, high in pairwise(edges):
        yield slice(low, high)


class _Side(NamedTuple):
    """The spans of one side of all pairs, ascending: `pair` of each, and its ends as keys that ascend with it."""

    pair: Integers
    start: Integers
    end: Integers


def _scores(marks: Marks, left: Integers, right: Integers) -> tuple[Floats, Floats, Floats]:
    stride = int(marks.end.max(initial=0)) + 1
    ours, theirs = _side(marks, left, stride), _side(marks, right, stride)
    count = len(left)
    sizes = marks.sizes
    spans = np.bincount(marks.owner, minlength=len(marks.item))
    shared = np.bincount(ours.pair, weights=_shared(ours, theirs), minlength=count)
    exact = np.bincount(ours.pair, weights=_exact(ours, theirs), minlength=count)
    precision = _share(np.bincount(ours.pair, weights=_meets(ours, theirs), minlength=count), spans[left])
    recall = _share(np.bincount(theirs.pair, weights=_meets(theirs, ours), minlength=count), spans[right])
    overlap = _ratio(2 * precision * recall, precision + recall, 0.0)
    overlap[(spans[left] == 0) & (spans[right] == 0)] = 1.0
    return (
        _ratio(2 * shared, sizes[left] + sizes[right], 1.0),
        _ratio(2 * exact, spans[left] + spans[right], 1.0),
        overlap,
    )


def _side(marks: Marks, annotation: Integers, stride: int) -> _Side:
    spans = np.bincount(marks.owner, minlength=len(marks.item))
    each = spans[annotation]
    pair = np.repeat(np.arange(len(annotation)), each)
    chosen = np.repeat((np.cumsum(spans) - spans)[annotation], each) + steps(each)
    base = pair * stride
    return _Side(pair, base + marks.start[chosen], base + marks.end[chosen])


def _shared(ours: _Side, theirs: _Side) -> Integers:
    """How many characters each of our spans shares with theirs."""
    return _covered(theirs, ours.end) - _covered(theirs, ours.start)


def _covered(side: _Side, key: Integers) -> Integers:
    """How many characters the side's spans have before each key."""
    before = np.searchsorted(side.start, key)
    length = np.append(0, np.cumsum(side.end - side.start))[before]
    reaches_past = np.maximum(np.append(0, side.end)[before] - key, 0)
    covered: Integers = length - reaches_past
    return covered


def _exact(ours: _Side, theirs: _Side) -> Integers:
    """1 for each of our spans that is one of theirs."""
    if not len(theirs.start):
        return np.zeros(len(ours.start), dtype=np.int64)
    at = np.minimum(np.searchsorted(theirs.start, ours.start), len(theirs.start) - 1)
    same: Integers = np.where((theirs.start[at] == ours.start) & (theirs.end[at] == ours.end), 1, 0)
    return same


def _meets(ours: _Side, theirs: _Side) -> Integers:
    """1 for each of our spans that shares a character with one of theirs: more of them begin before its end than end
    before its start."""
    begun = np.searchsorted(theirs.start, ours.end)
    over = np.searchsorted(theirs.end, ours.start, side="right")
    met: Integers = np.where(begun > over, 1, 0)
    return met


def _share(part: Integers, whole: Integers) -> Floats:
    return _ratio(part, whole, 0.0)


def _ratio(over: Floats | Integers, under: Floats | Integers, otherwise: float) -> Floats:
    found = np.full(len(over), otherwise)
    np.divide(over, under, out=found, where=under > 0)
    return found
