"""Spearman's ρ of the probabilities that gold and system give to the characters of an answer (Mu-SHROOM).

Ranks are integers times one half, so all sums are exact, and the result is the same on every platform.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Floats, Integers
from morelkit.scoring.label_arrays import LabelArrays, SoftRuns
from morelkit.scoring.metric_declaration import LabelPairs, MeanMetric

_CONSTANT_DIGITS: Final = 1e8
"""Probabilities that are equal after rounding to 8 digits are constant, as in the public scorer. Ranks do not round."""


class Segments(NamedTuple):
    """Characters of an item with the same labels in gold and system, sorted; arrays of shape (segments,)."""

    item: Integers
    start: Integers
    size: Integers


def character_spearman(pairs: LabelPairs) -> Floats:
    """Return ρ of each item. If a vector is constant: 1.0 if both are, else 0.0. An empty text has constant vectors."""
    labels = pairs.shared(LabelArrays.of)
    rho = np.ones(len(labels.length))
    width = int(labels.length.max(initial=0)) + 1
    segments = _segments(labels, width)
    if not len(segments.item):
        return rho
    first = np.flatnonzero(np.append(True, segments.item[1:] != segments.item[:-1]))
    gold = _values(labels.gold_soft, segments, width)
    system = _values(labels.system_soft, segments, width)
    constant_gold, constant_system = _is_constant(gold, first), _is_constant(system, first)
    total = np.add.reduceat(segments.size, first)
    segments_of_item = np.diff(np.append(first, len(segments.item)))
    length = np.repeat(total, segments_of_item)
    gold_rank = _centred_ranks(gold, segments, length)
    system_rank = _centred_ranks(system, segments, length)
    if width > 2**20:  # the sums would exceed 64 bits
        gold_rank, system_rank = gold_rank.astype(np.float64), system_rank.astype(np.float64)
    covariance = np.add.reduceat(segments.size * gold_rank * system_rank, first)
    variances = np.add.reduceat(segments.size * gold_rank**2, first).astype(np.float64)
    variances *= np.add.reduceat(segments.size * system_rank**2, first)
    deviation = np.sqrt(variances)  # one root: equal vectors have exactly 1
    correlation = np.clip(covariance / np.where(deviation > 0, deviation, 1.0), -1.0, 1.0)
    rho[segments.item[first]] = np.where(
        constant_gold | constant_system, (constant_gold & constant_system).astype(np.float64), correlation
    )
    return rho


def _segments(labels: LabelArrays, width: int) -> Segments:
    """Return the segments of all answers. `width` separates the offsets of consecutive items."""
    items = np.arange(len(labels.length)) * width
    soft = (labels.gold_soft, labels.system_soft)
    edges = [runs.item * width + offset for runs in soft for offset in (runs.start, runs.end)]
    keys = np.sort(np.concatenate([items, items + labels.length, *edges]))
    keys = keys[np.diff(keys, prepend=-1) > 0]  # several times faster than np.unique
    item = keys // width
    inside = np.append(item[1:] == item[:-1], False)
    start = np.flatnonzero(inside)
    return Segments(item[start], keys[start] - item[start] * width, keys[start + 1] - keys[start])


def _values(runs: SoftRuns, segments: Segments, width: int) -> Floats:
    """Return the probability of each segment, shape (segments,); 0 outside all soft labels."""
    if not len(runs.item):
        return np.zeros(len(segments.item))
    key = segments.item * width + segments.start
    run = np.searchsorted(runs.item * width + runs.start, key, side="right") - 1
    inside = (run >= 0) & (key < (runs.item * width + runs.end)[run])
    return np.where(inside, runs.prob[run], 0.0)


def _is_constant(values: Floats, first: Integers) -> npt.NDArray[np.bool_]:
    """Return of each item with segments whether its probabilities are constant."""
    rounded = np.rint(values * _CONSTANT_DIGITS)
    constant: npt.NDArray[np.bool_] = np.minimum.reduceat(rounded, first) == np.maximum.reduceat(
        rounded, first
    )
    return constant


def _centred_ranks(values: Floats, segments: Segments, length: Integers) -> Integers:
    """Return twice the average rank of the characters of each segment, minus its mean; integers of shape (segments,).

    `length`: code points of each segment's answer.
    """
    order = np.lexsort((values, segments.item))
    item, value, size = segments.item[order], values[order], segments.size[order]
    new_item = np.append(True, item[1:] != item[:-1])
    new_value = new_item | np.append(True, value[1:] != value[:-1])
    before = np.cumsum(size) - size  # characters before, over all items
    before_item = before[new_item][np.cumsum(new_item) - 1]
    tie = np.cumsum(new_value) - 1
    below = before[new_value][tie] - before_item
    tied = np.add.reduceat(size, np.flatnonzero(new_value))[tie]
    ranks = np.empty_like(size)
    ranks[order] = 2 * below + tied - length[order]
    return ranks


CHARACTER_SPEARMAN: Final = MeanMetric(
    "rho", 1, "Spearman’s ρ of character probabilities", character_spearman
)
