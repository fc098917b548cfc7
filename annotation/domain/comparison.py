"""How far each annotation agrees with the others of its item, from flat arrays.

Two annotations agree by eq. 1 of Mu-SHROOM with n = 2 (see `agreement`), an annotation with the others by the mean of
that over them. So the values compare, however many annotations an item has: the least is always one half.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers, corpus_agreement, corpus_runs

PAIRS: Final = 200_000  # held at once, unless a single item has more


def agreement_with_others(item: Integers, owner: Integers, start: Integers, end: Integers) -> Floats:
    """Per annotation, shape (annotations,): its mean agreement with the others of its item; NaN where it is alone.

    `item`, shape (annotations,), ascends. The others have one entry a normalized span, shape (spans,): the index of its
    annotation, which ascends, and start and end in code points.
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
    """Arrays of shape (pairs,): indices of two annotations of one item, the earlier first, and their agreement."""

    left: Integers
    right: Integers
    agreement: Floats


def agreement_of_pairs(
    item: Integers, owner: Integers, start: Integers, end: Integers, most: int = PAIRS
) -> Iterator[Pairs]:
    """Every two annotations of an item, once: of so many items at a time as have at most so many pairs, at least one.

    Arguments as of `agreement_with_others`.
    """
    for low, high in _chunks(item, most):
        first, last = np.searchsorted(owner, [low, high])
        spans = slice(first, last)
        pairs = _pairs(item[low:high], owner[spans] - low, start[spans], end[spans])
        yield Pairs(pairs.left + low, pairs.right + low, pairs.agreement)


def _chunks(item: Integers, most: int) -> Iterator[tuple[int, int]]:
    """First annotation, and the one behind the last, of items that stand side by side."""
    _, n = np.unique(item, return_counts=True)
    low, high, held = 0, 0, 0
    for annotations in n.tolist():
        pairs = annotations * (annotations - 1) // 2
        if high > low and held + pairs > most:
            yield low, high
            low, held = high, 0
        high += annotations
        held += pairs
    if high > low:
        yield low, high


def _pairs(item: Integers, owner: Integers, start: Integers, end: Integers) -> Pairs:
    count = len(item)
    after = np.searchsorted(item, item, side="right") - np.arange(count) - 1
    left = np.repeat(np.arange(count), after)
    right = left + 1 + _steps(after)
    spans = np.bincount(owner, minlength=count)
    first = np.cumsum(spans) - spans
    pair, side, span = [], [], []
    for place, annotation in enumerate((left, right)):
        each = spans[annotation]
        pair.append(np.repeat(np.arange(len(annotation)), each))
        side.append(np.full(int(each.sum()), place))
        span.append(np.repeat(first[annotation], each) + _steps(each))
    chosen = np.concatenate(span)
    runs = corpus_runs(np.concatenate(pair), np.concatenate(side), start[chosen], end[chosen])
    return Pairs(left, right, corpus_agreement(runs, np.full(len(left), 2)))


def _steps(counts: Integers) -> Integers:
    """0, 1, … for each of the counts, one after the other."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
