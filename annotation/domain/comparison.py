"""How far each annotation agrees with the others of its item, from flat arrays.

Two annotations agree by eq. 1 of Mu-SHROOM with n = 2 (see `agreement`), an annotation with the others by the mean of
that over them. So the values compare, however many annotations an item has: the least is always one half.
"""

import numpy as np

from annotation.domain.corpus import Floats, Integers, corpus_agreement, corpus_runs


def agreement_with_others(item: Integers, owner: Integers, start: Integers, end: Integers) -> Floats:
    """Per annotation, shape (annotations,): its mean agreement with the others of its item; NaN where it is alone.

    `item`, shape (annotations,), ascends. The others have one entry a normalized span, shape (spans,): the index of its
    annotation, which ascends, and start and end in code points.
    """
    count = len(item)
    last = np.searchsorted(item, item, side="right")
    others = last - np.searchsorted(item, item) - 1
    after = last - np.arange(count) - 1
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
    agreement = corpus_agreement(runs, np.full(len(left), 2))
    total = np.bincount(left, agreement, count) + np.bincount(right, agreement, count)
    mean = np.full(count, np.nan)
    np.divide(total, others, out=mean, where=others > 0)
    return mean


def _steps(counts: Integers) -> Integers:
    """0, 1, … for each of the counts, one after the other."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
