"""Bootstrap samples of items, the same on every platform and for every version of numpy.

Efron & Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13. Samples come from the generator's raw output,
because numpy may change the streams of its distributions. Scores enter as integers of 10⁻¹⁰: sums are exact, so equal
systems have equal means in every sample.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Floats, Integers

Samples: TypeAlias = npt.NDArray[np.number[Any]]
"""Values in bootstrap samples: sums of scaled scores as integers, or floats."""

SCALE: Final = 10**10
_MAX_DRAWN: Final = 2**20  # draws in memory at once
_FEW: Final = 8  # systems or metrics
_EXACT: Final = 2**53  # integers that a float holds


def scaled(scores: Floats) -> Integers:
    """Return scores from −1 to 1 as integers of 10⁻¹⁰."""
    return np.rint(scores * SCALE).astype(np.int64)


def sample_counts(items: int, resamples: int, seed: int) -> Iterator[Integers]:
    """Yield how often each sample draws each item, in arrays of shape (some of the resamples, items)."""
    return stratified_counts([np.arange(items)], resamples, seed)


def stratified_counts(strata: Sequence[Integers], resamples: int, seed: int) -> Iterator[Integers]:
    """Yield counts as `sample_counts`, of samples that draw as many items from each stratum as it has.

    `strata`: the indices of the items in each.
    """
    members = np.concatenate(strata)
    items = len(members)
    sizes = np.repeat([len(stratum) for stratum in strata], [len(stratum) for stratum in strata])
    first = np.repeat(np.cumsum([0, *map(len, strata[:-1])]), [len(stratum) for stratum in strata])
    generator = np.random.PCG64(seed)
    at_once = max(1, _MAX_DRAWN // items)
    for low in range(0, resamples, at_once):
        rows = min(at_once, resamples - low)
        bits = generator.random_raw(rows * items).reshape(rows, items) >> np.uint64(32)
        drawn = first + ((bits * sizes.astype(np.uint64)) >> np.uint64(32)).astype(np.int64)
        keys = members[drawn] + np.arange(rows)[:, None] * items
        yield np.bincount(keys.ravel(), minlength=rows * items).reshape(rows, items)


def sample_sums(scores: Integers, resamples: int, seed: int) -> Iterator[Integers]:
    """Yield the sums of `scores` in each sample, in arrays of shape (some of the resamples, systems).

    `scores`: scaled scores or their differences, shape (items, systems).
    """
    items = len(scores)
    if 2 * items * SCALE < _EXACT:  # then a product of floats is exact, and many times faster
        factors = scores.astype(np.float64)
        for drawn in _counts_as_floats(items, resamples, seed):
            yield _product(drawn, factors).astype(np.int64)
    else:
        for counts in sample_counts(items, resamples, seed):
            yield counts @ scores


def _product(drawn: Floats, factors: Floats) -> Floats:
    # The threads of a matrix product wait for busy cores, far longer than a few columns take.
    if factors.shape[1] > _FEW:
        return drawn @ factors
    return np.stack([drawn @ np.ascontiguousarray(column) for column in factors.T], axis=1)


def _counts_as_floats(items: int, resamples: int, seed: int) -> Iterator[Floats]:
    if items * resamples <= _MAX_DRAWN:
        yield _kept_counts(items, resamples, seed)
        return
    for counts in sample_counts(items, resamples, seed):
        yield counts.astype(np.float64)


@lru_cache(maxsize=8)
def _kept_counts(items: int, resamples: int, seed: int) -> Floats:
    """Return counts that are drawn at once: all submissions for a language have the same."""
    (counts,) = sample_counts(items, resamples, seed)
    kept = counts.astype(np.float64)
    kept.setflags(write=False)
    return kept


def percentiles(samples: Samples, divisor: int = 1) -> tuple[float, float]:
    """Return the 2.5 and 97.5 percentiles of `samples`, interpolated linearly, divided by `divisor`.

    Of integers, such as sums of scaled scores, they are exact.
    """
    ordered = np.sort(samples)
    return _percentile(ordered, 1, divisor), _percentile(ordered, 39, divisor)


def _percentile(ordered: Samples, fortieths: int, divisor: int) -> float:
    place, part = divmod((len(ordered) - 1) * fortieths, 40)
    low, high = ordered[place].item(), ordered[min(place + 1, len(ordered) - 1)].item()
    return float((low * (40 - part) + high * part) / (40 * divisor))
