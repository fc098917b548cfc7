"""Compute the gold of a whole corpus at once, from flat arrays.

The definitions are those of `votes`, for a million items. Input arrays are those of `morelkit.agreement.arrays`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Floats, Integers, Runs, corpus_agreement, corpus_runs
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import MAJORITY

CHUNK: Final = 2**12
"""Items processed at once: enough to amortize the loop, few enough for the processor's cache."""


class Ranges(NamedTuple):
    """Ranges `[start, end)` of items, sorted; three arrays of shape (ranges,)."""

    item: Integers
    start: Integers
    end: Integers


def corpus_gold(runs: Runs, n: Integers, policy: GoldPolicy = MAJORITY) -> Ranges:
    """Return the hard labels of each item under the policy, with adjacent runs joined."""
    gold = _is_gold(runs, n, policy)
    item, start, end = runs.item[gold], runs.start[gold], runs.end[gold]
    if not len(item):
        return Ranges(item, start, end)
    opens = np.append(True, (item[1:] != item[:-1]) | (start[1:] != end[:-1]))
    closes = np.append(opens[1:], True)
    return Ranges(item[opens], start[opens], end[closes])


def _is_gold(runs: Runs, n: Integers, policy: GoldPolicy) -> npt.NDArray[np.bool_]:
    """Return `GoldPolicy.is_gold` of every run, shape (runs,).

    Numerator and denominator of a threshold have at most three digits, so 64 bits suffice for the products.
    """
    votes = runs.count * np.int64(policy.threshold.denominator)
    needed = n.astype(np.int64, copy=False)[runs.item] * policy.threshold.numerator
    return votes >= needed if policy.ties == "in" else votes > needed


class SpanCounts(NamedTuple):
    """Runs of votes, agreement, shape (items,), and hard labels of a chunk of items."""

    runs: Runs
    agreement: Floats
    gold: Ranges


def count_spans(
    item: Integers,
    annotator: Integers,
    start: Integers,
    end: Integers,
    n: Integers,
    policy: GoldPolicy = MAJORITY,
) -> SpanCounts:
    """Return votes, agreement and hard labels of a chunk of items. Raises as `corpus_runs`."""
    runs = corpus_runs(item, annotator, start, end)
    return SpanCounts(runs, corpus_agreement(runs, n), corpus_gold(runs, n, policy))


def agreement_and_gold(
    item: Integers,
    annotator: Integers,
    start: Integers,
    end: Integers,
    n: Integers,
    chunk: int = CHUNK,
    policy: GoldPolicy = MAJORITY,
) -> tuple[Floats, Ranges]:
    """Return agreement, shape (items,), and hard labels of a large corpus, processed `chunk` items at a time.

    Memory does not grow with the number of items. `item` must ascend. Raises `ValueError` if it does not, or if it has
    an index that `n` lacks.
    """
    agreement = np.empty(len(n))
    gold: list[Ranges] = []
    for items, spans in _chunks(item, len(n), chunk):
        local = item[spans] - items.start
        counts = count_spans(local, annotator[spans], start[spans], end[spans], n[items], policy)
        agreement[items] = counts.agreement
        gold.append(counts.gold._replace(item=counts.gold.item + items.start))
    if not gold:
        return agreement, Ranges(item, start, end)
    return agreement, Ranges(*(np.concatenate(arrays) for arrays in zip(*gold, strict=True)))


def _chunks(item: Integers, items: int, size: int) -> Iterator[tuple[slice, slice]]:
    """Yield slices of items, each with the slice of its spans."""
    edges = np.append(np.arange(0, items, size), items)
    cuts = np.searchsorted(item, edges)
    if cuts[0] != 0 or cuts[-1] != len(item):
        raise ValueError(f"item indices must lie between 0 and {items - 1}, and ascend")
    for low, high, first, last in zip(edges[:-1], edges[1:], cuts[:-1], cuts[1:], strict=True):
        part = item[first:last]
        if np.any(part[1:] < part[:-1]) or (len(part) and not low <= part[0] <= part[-1] < high):
            raise ValueError("spans must be grouped by item, in ascending order")
        yield slice(int(low), int(high)), slice(int(first), int(last))
