"""How far each annotation agrees with the others of its item, from flat arrays.

Two annotations agree by eq. 1 of Mu-SHROOM with n = 2 (see `agreement`), an annotation with the others by the mean of
that over them. So the values compare, however many annotations an item has: the least is always one half.
"""

from typing import NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers, corpus_agreement, corpus_runs


def agreement_with_others(item: Integers, owner: Integers, start: Integers, end: Integers) -> Floats:
    """Per annotation, shape (annotations,): its mean agreement with the others of its item; NaN where it is alone.

    `item`, shape (annotations,), ascends. The others have one entry a normalized span, shape (spans,): the index of its
    annotation, which ascends, and start and end in code points.
    """
    count = len(item)
    pairs = agreement_of_pairs(item, owner, start, end)
    others = np.searchsorted(item, item, side="right") - np.searchsorted(item, item) - 1
    total = np.bincount(pairs.left, pairs.agreement, count) + np.bincount(pairs.right, pairs.agreement, count)
    mean = np.full(count, np.nan)
    np.divide(total, others, out=mean, where=others > 0)
    return mean


class Pairs(NamedTuple):
    """Arrays of shape (pairs,): indices of two annotations of one item, the earlier first, and their agreement."""

    left: Integers
    right: Integers
    agreement: Floats


def agreement_of_pairs(item: Integers, owner: Integers, start: Integers, end: Integers) -> Pairs:
    """Every two annotations of an item, once. Arguments as of `agreement_with_others`."""
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
