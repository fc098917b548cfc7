"""Agreement of each annotation with the other annotations of its item, from flat arrays.

The agreement of two annotations is eq. 1 of Mu-SHROOM with n = 2 (see `character_counts`); an annotation's agreement
with the others is the mean over its pairs. The minimum is always one half, so values of items with different n compare.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers, corpus_agreement, corpus_runs
from morelkit.agreement.span_arrays import concatenated_ranges

MAX_PAIRS: Final = 200_000  # in memory at once, unless one item alone has more


def agreement_with_others(item: Integers, owner: Integers, start: Integers, end: Integers) -> Floats:
    """Return the mean agreement of each annotation with the others of its item, shape (annotations,).

    NaN for the only annotation of an item. `item`, shape (annotations,), ascending: the item of each annotation.
    `annotation`, `start`, `end`, shape (spans,): the annotation index of each normalized span, ascending, and its
    range in code points.
    """
    count = len(item)
    others = np.searchsorted(item, item, side="right") - np.searchsorted(item, item) - 1
    total = np.zeros(count)
    for pairs in agreement_of_pairs(item, owner, start, end):
        for each in (pairs.left, pairs.right):
            total += np.bincount(each, pairs.agreement, count)
    mean = np.full(count, np.nan)
    np.divide(total, others, out=mean, where=others > 0)
    return mean


class Pairs(NamedTuple):
    """Pairs of annotations of one item, the earlier on the left, and their agreement: arrays of shape (pairs,)."""

    left: Integers
    right: Integers
    agreement: Floats


def agreement_of_pairs(
    item: Integers, owner: Integers, start: Integers, end: Integers, max_pairs: int = MAX_PAIRS
) -> Iterator[Pairs]:
    """Yield all pairs of annotations within items, in chunks of whole items with at most `max_pairs` pairs.

    An item with more pairs is a chunk of its own. The arrays are those of `agreement_with_others`.
    """
    for low, high in _chunks(item, max_pairs):
        first, last = np.searchsorted(owner, [low, high])
        spans = slice(first, last)
        pairs = _pairs(item[low:high], owner[spans] - low, start[spans], end[spans])
        yield Pairs(pairs.left + low, pairs.right + low, pairs.agreement)


def _chunks(item: Integers, max_pairs: int) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of annotations that belong to consecutive items."""
    _, n = np.unique(item, return_counts=True)
    low, high, total = 0, 0, 0
    for annotations in n.tolist():
        pairs = annotations * (annotations - 1) // 2
        if high > low and total + pairs > max_pairs:
            yield low, high
            low, total = high, 0
        high += annotations
        total += pairs
    if high > low:
        yield low, high


def _pairs(item: Integers, owner: Integers, start: Integers, end: Integers) -> Pairs:
    count = len(item)
    after = np.searchsorted(item, item, side="right") - np.arange(count) - 1
    left = np.repeat(np.arange(count), after)
    right = left + 1 + concatenated_ranges(after)
    spans = np.bincount(owner, minlength=count)
    first = np.cumsum(spans) - spans
    pair, side, span = [], [], []
    for side_index, member in enumerate((left, right)):
        counts = spans[member]
        pair.append(np.repeat(np.arange(len(member)), counts))
        side.append(np.full(int(counts.sum()), side_index))
        span.append(np.repeat(first[member], counts) + concatenated_ranges(counts))
    chosen = np.concatenate(span)
    runs = corpus_runs(np.concatenate(pair), np.concatenate(side), start[chosen], end[chosen])
    return Pairs(left, right, corpus_agreement(runs, np.full(len(left), 2)))
