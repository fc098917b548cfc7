"""Percentile bootstrap interval of a mean over items.

Efron & Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13: resample the items with replacement; the
interval is the middle 95 % of the resampled means.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.agreement.undefined import Undefined

RESAMPLES: Final = 2_000
_MAX_DRAWN: Final = 2**20  # values in memory at once


def bootstrap_interval(
    values: Floats, seed: int, heartbeat: Callable[[], object] = lambda: None
) -> tuple[float, float] | Undefined:
    """Return the 2.5 and 97.5 percentiles of the mean of `values`, shape (items,); the same for the same seed.

    A million items take minutes, so `heartbeat` is called throughout: the job must not look dead.
    """
    count = len(values)
    if not count:
        return Undefined.NO_PAIRS
    if count == 1:
        return Undefined.ONE_ITEM
    random = np.random.default_rng(seed)
    at_once = max(1, _MAX_DRAWN // count)
    means = []
    for low in range(0, RESAMPLES, at_once):
        drawn = random.integers(0, count, (min(at_once, RESAMPLES - low), count))
        means.append(values.take(drawn).mean(axis=1))
        heartbeat()
    low, high = np.quantile(np.concatenate(means), [0.025, 0.975])
    return float(low), float(high)
