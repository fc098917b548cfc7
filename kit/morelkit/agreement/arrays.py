"""Count votes and compute agreement for a whole corpus at once, from flat arrays.

The definitions are those of `character_counts`, for a million items: the boundaries of all spans are sorted and summed
from left to right, without a Python loop over characters, spans or items.

Input arrays are integers of shape (spans,), one entry for each *normalized* span: the index of its item, the index of
its annotator, and start and end in code points. `n`, shape (items,): the counted annotations of each item, including
those without spans.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Integers: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Maximal runs of constant count ≥ 1, sorted by item and start; four arrays of shape (runs,)."""

    item: Integers
    start: Integers
    end: Integers
    count: Integers


def corpus_runs(item: Integers, annotator: Integers, start: Integers, end: Integers) -> Runs:
    """Return the number of annotators who marked each character of each item, as runs.

    Spans may be in any order, and spans of one annotator may overlap. Input grouped by item and annotator, and sorted
    without overlap within each group, is fastest. Raises `ValueError` for arrays of different length, negative or
    reversed ranges, and offsets too large to sort together with the item index.
    """
    _check(item, annotator, start, end)
    if not len(item):
        return Runs(item, start, end, start)
    if not _are_sets(item, annotator, start, end):
        item, start, end = _unite(item, annotator, start, end)
    first, bits = int(item.min()), int(end.max()).bit_length()
    position, change = _sorted_boundaries(item, start, end, first, bits)
    coverage = np.cumsum(change, dtype=np.int32)
    # Only the last boundary at a position has the final coverage, and only positions where it changes end a run.
    is_last = np.append(position[1:] != position[:-1], True)
    position, coverage = position[is_last], coverage[is_last]
    changes = np.append(True, coverage[1:] != coverage[:-1])
    position, coverage = position[changes], coverage[changes]
    # After the last boundary of an item its coverage is 0, so no run reaches into the next item.
    opens = np.flatnonzero(coverage)
    low = (1 << bits) - 1
    return Runs(
        item=(position[opens] >> bits).astype(item.dtype) + item.dtype.type(first),
        start=(position[opens] & low).astype(start.dtype),
        end=(position[opens + 1] & low).astype(end.dtype),
        count=coverage[opens],
    )


def corpus_agreement(runs: Runs, n: Integers) -> Floats:
    """Return the agreement of each item (Mu-SHROOM, eq. 1), shape (items,).

    NaN for n < 2, 1.0 if nothing is marked. Equals `ItemCount.agreement` to the last bit, because sums of lengths are
    integers far below 2⁵³.
    """
    length = (runs.end - runs.start).astype(np.float64)
    union = np.bincount(runs.item, weights=length, minlength=len(n))
    mass = np.bincount(runs.item, weights=length * runs.count, minlength=len(n))
    agreement = np.ones(len(n))
    np.divide(mass, n * union, out=agreement, where=union > 0)
    agreement[n < 2] = np.nan
    return agreement


def _check(item: Integers, annotator: Integers, start: Integers, end: Integers) -> None:
    if not len(item) == len(annotator) == len(start) == len(end):
        raise ValueError("item, annotator, start and end must have one entry a span")
    if len(item) and (item.min() < 0 or start.min() < 0 or np.any(start > end)):
        raise ValueError("items and offsets must not be negative, and no span may end before it starts")


def _are_sets(item: Integers, annotator: Integers, start: Integers, end: Integers) -> bool:
    """Return whether spans are grouped by item and annotator, and sorted without overlap within each group."""
    same_item = item[1:] == item[:-1]
    same_group = same_item & (annotator[1:] == annotator[:-1])
    grouped = (item[1:] > item[:-1]) | (same_item & (annotator[1:] >= annotator[:-1]))
    return bool(np.all(grouped & (~same_group | (start[1:] >= end[:-1]))))


def _unite(
    item: Integers, annotator: Integers, start: Integers, end: Integers
) -> tuple[Integers, Integers, Integers]:
    """Return the spans with overlapping spans of one annotator and item joined."""
    order = np.lexsort((start, annotator, item))
    item, annotator, start, end = item[order], annotator[order], start[order], end[order]
    new_group = np.append(True, (item[1:] != item[:-1]) | (annotator[1:] != annotator[:-1]))
    # The largest end so far within a group. The offset makes groups disjoint, so one running maximum serves all.
    offset = (np.cumsum(new_group, dtype=np.int64) - 1) * (int(end.max()) + 1)
    reach = np.maximum.accumulate(offset + end) - offset
    opens = new_group.copy()
    opens[1:] |= start[1:] > reach[:-1]
    closes = np.append(opens[1:], True)
    return item[opens], start[opens], reach[closes].astype(end.dtype)


def _sorted_boundaries(
    item: Integers, start: Integers, end: Integers, first: int, bits: int
) -> tuple[Integers, Integers]:
    """Return every start (+1) and end (−1) sorted by position, which is (item − first) · 2^bits + offset.

    The lowest bit of the sorted key is the sign, so `sort` suffices, which is several times faster than `argsort`. Keys
    have 32 bits if possible, because these sort fastest.
    """
    key_bits = (int(item.max()) - first).bit_length() + bits + 1
    if key_bits > 63:
        raise ValueError("offsets are too large to be sorted together with this many items")
    dtype: np.dtype[Any] = np.dtype(np.uint32 if key_bits <= 32 else np.int64)
    base = (item - item.dtype.type(first)).astype(dtype) << (bits + 1)
    keys = np.concatenate([base | (start.astype(dtype) << 1), base | (end.astype(dtype) << 1) | 1])
    keys.sort()
    return keys >> 1, 1 - 2 * (keys & 1).astype(np.int8)
