"""Bootstrap samples of items, the same on every platform and for every version of numpy.

Efron & Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13. Samples come from the generator's raw output,
because numpy may change the streams of its distributions. Scores enter as integers of 10⁻¹⁰: sums are exact, so equal
systems have equal means in every sample.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats, Integers

RESAMPLES: Final = 2_000
"""Samples of an interval."""
SCALE: Final = 10**10
_MAX_DRAWN: Final = 2**20  # draws in memory at once
_EXACT: Final = 2**53  # integers that a float holds


def scaled(scores: Floats) -> Integers:
    """Return scores from −1 to 1 as integers of 10⁻¹⁰."""
    return np.rint(scores * SCALE).astype(np.int64)


def sample_counts(items: int, resamples: int, seed: int) -> Iterator[Integers]:
    """Yield how often each sample draws each item, in arrays of shape (some of the resamples, items)."""
    generator = np.random.PCG64(seed)
    at_once = max(1, _MAX_DRAWN // items)
    for low in range(0, resamples, at_once):
        rows = min(at_once, resamples - low)
        bits = generator.random_raw(rows * items) >> np.uint64(32)
        drawn = ((bits * np.uint64(items)) >> np.uint64(32)).astype(np.int64)
        drawn += np.repeat(np.arange(rows) * items, items)
        yield np.bincount(drawn, minlength=rows * items).reshape(rows, items)


def sample_sums(scores: Integers, resamples: int, seed: int) -> Iterator[Integers]:
    """Yield the sums of `scores` in each sample, in arrays of shape (some of the resamples, systems).

    `scores`: scaled scores or their differences, shape (items, systems).
    """
    items = len(scores)
    if (
        2 * items * SCALE < _EXACT
    ):  # then a product of floats is exact, and many times faster than one of integers
        factors = scores.astype(np.float64)
        for counts in sample_counts(items, resamples, seed):
            yield (counts.astype(np.float64) @ factors).astype(np.int64)
    else:
        for counts in sample_counts(items, resamples, seed):
            yield counts @ scores


def interval(sums: Integers, items: int) -> tuple[float, float]:
    """Return the 2.5 and 97.5 percentiles of the means, from the sums of scaled scores in all samples.

    Percentiles are interpolated linearly, on integers.
    """
    ordered = np.sort(sums)
    return _percentile(ordered, 1, items), _percentile(ordered, 39, items)


def _percentile(ordered: Integers, fortieths: int, items: int) -> float:
    place, part = divmod((len(ordered) - 1) * fortieths, 40)
    low = int(ordered[place])
    high = int(ordered[min(place + 1, len(ordered) - 1)])
    return (low * (40 - part) + high * part) / (40 * items * SCALE)
