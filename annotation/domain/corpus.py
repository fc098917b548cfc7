"""Agreement and gold of a whole corpus at once, from flat arrays.

The same definitions as in `agreement` and `gold`, for a million items: the boundaries of all spans are
sorted, and summed up from left to right. No Python loop runs over characters, spans or items.

Input arrays have one entry a *normalized* span, all of shape (spans,), integers: the index of its item, the
index of its annotator, and start and end in code points. `n` has shape (items,): the number of counted
annotations of each item, those without spans included.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from annotation.domain.gold import MAJORITY
from annotation.domain.gold_policy import GoldPolicy

Integers: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]

CHUNK: Final = 2**12
"""Items worked on at once: enough to make the loop's cost vanish, few enough for the processor's cache."""


class Ranges(NamedTuple):
    """Ranges `[start, end)` of items, sorted; three arrays of shape (ranges,)."""

    item: Integers
    start: Integers
    end: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Maximal runs of constant count ≥ 1, sorted by item and start; four arrays of shape (runs,)."""

    item: Integers
    start: Integers
    end: Integers
    count: Integers


def corpus_runs(item: Integers, annotator: Integers, start: Integers, end: Integers) -> Runs:
    """Count, at every character of every item, the annotators who marked it.

    Spans may stand in any order, and those of one annotator may overlap: what an annotator marked is a set.
    Spans grouped by item and annotator, and sorted without overlap within, are quickest. Raises
    `ValueError` for arrays of different length, negative or reversed ranges, and offsets too large to sort
    beside the item index.
    """
    _check(item, annotator, start, end)
    if not len(item):
        return Runs(item, start, end, start)
    if not _are_sets(item, annotator, start, end):
        item, start, end = _unite(item, annotator, start, end)
    first, bits = int(item.min()), int(end.max()).bit_length()
    place, change = _sorted_boundaries(item, start, end, first, bits)
    coverage = np.cumsum(change, dtype=np.int32)
    # Of the boundaries at one place, the last has seen them all; a place where nothing changes is none.
    ends_place = np.append(place[1:] != place[:-1], True)
    place, coverage = place[ends_place], coverage[ends_place]
    changes = np.append(True, coverage[1:] != coverage[:-1])
    place, coverage = place[changes], coverage[changes]
    # After the last boundary of an item its coverage is 0, so no run reaches into the next item.
    opens = np.flatnonzero(coverage)
    low = (1 << bits) - 1
    return Runs(
        item=(place[opens] >> bits).astype(item.dtype) + item.dtype.type(first),
        start=(place[opens] & low).astype(start.dtype),
        end=(place[opens + 1] & low).astype(end.dtype),
        count=coverage[opens],
    )


def corpus_agreement(runs: Runs, n: Integers) -> Floats:
    """Agreement (Mu-SHROOM, eq. 1) of each item, shape (items,); NaN where n < 2, 1.0 where nothing is
    marked.

    Equals `ItemCount.agreement` to the last bit: sums of lengths are whole numbers far below 2⁵³.
    """
    length = (runs.end - runs.start).astype(np.float64)
    union = np.bincount(runs.item, weights=length, minlength=len(n))
    mass = np.bincount(runs.item, weights=length * runs.count, minlength=len(n))
    agreement = np.ones(len(n))
    np.divide(mass, n * union, out=agreement, where=union > 0)
    agreement[n < 2] = np.nan
    return agreement


def corpus_gold(runs: Runs, n: Integers, policy: GoldPolicy = MAJORITY) -> Ranges:
    """The hard labels of each item: what enough of its annotators marked, adjacent runs joined."""
    gold = _is_gold(runs, n, policy)
    item, start, end = runs.item[gold], runs.start[gold], runs.end[gold]
    if not len(item):
        return Ranges(item, start, end)
    opens = np.append(True, (item[1:] != item[:-1]) | (start[1:] != end[:-1]))
    closes = np.append(opens[1:], True)
    return Ranges(item[opens], start[opens], end[closes])


def _is_gold(runs: Runs, n: Integers, policy: GoldPolicy) -> npt.NDArray[np.bool_]:
    """`GoldPolicy.is_gold` of every run. Parts of a threshold are at most three digits: 64 bits hold the products."""
    have = runs.count * np.int64(policy.threshold.denominator)
    need = n.astype(np.int64, copy=False)[runs.item] * policy.threshold.numerator
    return have >= need if policy.ties == "in" else have > need


def agreement_and_gold(
    item: Integers,
    annotator: Integers,
    start: Integers,
    end: Integers,
    n: Integers,
    chunk: int = CHUNK,
    policy: GoldPolicy = MAJORITY,
) -> tuple[Floats, Ranges]:
    """Agreement, shape (items,), and hard labels of a large corpus, `chunk` items at a time, in little
    memory.

    Here `item` must ascend. Raises `ValueError` where it does not, or names an item that `n` lacks.
    """
    agreement = np.empty(len(n))
    gold: list[Ranges] = []
    for items, spans in _chunks(item, len(n), chunk):
        local = item[spans] - items.start
        runs = corpus_runs(local, annotator[spans], start[spans], end[spans])
        agreement[items] = corpus_agreement(runs, n[items])
        found = corpus_gold(runs, n[items], policy)
        gold.append(found._replace(item=found.item + items.start))
    if not gold:
        return agreement, Ranges(item, start, end)
    return agreement, Ranges(*(np.concatenate(arrays) for arrays in zip(*gold, strict=True)))


def _chunks(item: Integers, items: int, size: int) -> Iterator[tuple[slice, slice]]:
    """Slices of items, each with the slice of their spans."""
    edges = np.append(np.arange(0, items, size), items)
    cuts = np.searchsorted(item, edges)
    if cuts[0] != 0 or cuts[-1] != len(item):
        raise ValueError(f"item indices must lie between 0 and {items - 1}, and ascend")
    for low, high, first, last in zip(edges[:-1], edges[1:], cuts[:-1], cuts[1:], strict=True):
        part = item[first:last]
        if np.any(part[1:] < part[:-1]) or (len(part) and not low <= part[0] <= part[-1] < high):
            raise ValueError("spans must be grouped by item, in ascending order")
        yield slice(int(low), int(high)), slice(int(first), int(last))


def _check(item: Integers, annotator: Integers, start: Integers, end: Integers) -> None:
    if not len(item) == len(annotator) == len(start) == len(end):
        raise ValueError("item, annotator, start and end must have one entry a span")
    if len(item) and (item.min() < 0 or start.min() < 0 or np.any(start > end)):
        raise ValueError("items and offsets must not be negative, and no span may end before it starts")


def _are_sets(item: Integers, annotator: Integers, start: Integers, end: Integers) -> bool:
    """Are spans grouped by item and annotator, and sorted without overlap within each group?"""
    same_item = item[1:] == item[:-1]
    same_group = same_item & (annotator[1:] == annotator[:-1])
    grouped = (item[1:] > item[:-1]) | (same_item & (annotator[1:] >= annotator[:-1]))
    return bool(np.all(grouped & (~same_group | (start[1:] >= end[:-1]))))


def _unite(
    item: Integers, annotator: Integers, start: Integers, end: Integers
) -> tuple[Integers, Integers, Integers]:
    """Join what overlaps of one annotator's spans in one item."""
    order = np.lexsort((start, annotator, item))
    item, annotator, start, end = item[order], annotator[order], start[order], end[order]
    new_group = np.append(True, (item[1:] != item[:-1]) | (annotator[1:] != annotator[:-1]))
    # The furthest end so far within a group: groups are lifted above one another, so one maximum serves all.
    lift = (np.cumsum(new_group, dtype=np.int64) - 1) * (int(end.max()) + 1)
    reach = np.maximum.accumulate(lift + end) - lift
    opens = new_group.copy()
    opens[1:] |= start[1:] > reach[:-1]
    closes = np.append(opens[1:], True)
    return item[opens], start[opens], reach[closes].astype(end.dtype)


def _sorted_boundaries(
    item: Integers, start: Integers, end: Integers, first: int, bits: int
) -> tuple[Integers, Integers]:
    """Every start (+1) and end (−1), sorted by place, which is (item − first) · 2^bits + offset.

    The sign rides in the lowest bit of the sorted key, so that plain sorting does, several times faster than
    `argsort`. Keys of 32 bits sort fastest, and serve wherever they suffice.
    """
    key_bits = (int(item.max()) - first).bit_length() + bits + 1
    if key_bits > 63:
        raise ValueError("offsets are too large to be sorted together with this many items")
    dtype: np.dtype[Any] = np.dtype(np.uint32 if key_bits <= 32 else np.int64)
    base = (item - item.dtype.type(first)).astype(dtype) << (bits + 1)
    keys = np.concatenate([base | (start.astype(dtype) << 1), base | (end.astype(dtype) << 1) | 1])
    keys.sort()
    return keys >> 1, 1 - 2 * (keys & 1).astype(np.int8)
