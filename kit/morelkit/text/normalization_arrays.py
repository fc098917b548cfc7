"""Normalize the spans of many answers at once, from flat arrays.

The definitions are those of `normalization`. Positions are offsets in the joined answers, so that one search finds the
characters next to all boundaries.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from morelkit.text.normalization import POLICIES, is_separator, join_mushroom_2025

Integers = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]

_UNKNOWN: Final = 2
_SEPARATOR: Final = np.full(0x110000, _UNKNOWN, dtype=np.uint8)
"""Whether each code point is a separator; filled as characters occur."""


class GroupedSpans(NamedTuple):
    """Spans of groups: the spans of one annotation, or those of one annotation and label. Arrays of shape (spans,)."""

    group: Integers
    start: Integers
    end: Integers


def normalize_spans(policy: str, answers: Sequence[str], item: Integers, spans: GroupedSpans) -> GroupedSpans:
    """Return the spans that are counted under `policy`, sorted within ascending groups and without overlap.

    `spans`: groups ascend, and the spans of a group are in stored order, with 0 ≤ start ≤ end. `item`, shape (spans,):
    the index of each span's answer. Raises `ValueError` for an unknown policy.
    """
    if policy not in POLICIES:
        raise ValueError(f"No normalization policy {policy!r}: there are {', '.join(POLICIES)}.")
    if not len(spans.group):
        return spans
    length = np.fromiter(map(len, answers), np.int64, len(answers))
    reach = length[item]
    start, end = np.minimum(spans.start, reach), np.minimum(spans.end, reach)
    if policy == "raw":
        kept = start < end
        return unite_spans(GroupedSpans(spans.group[kept], start[kept], end[kept]))
    first = (np.cumsum(length + 1) - length - 1)[item]
    counted = _counted_positions(answers)
    start = counted[np.searchsorted(counted, start + first)]
    end = counted[np.searchsorted(counted, end + first)]
    kept = start != end
    first, moved = first[kept], GroupedSpans(spans.group[kept], start[kept], end[kept])
    joined = unite_spans(moved, join_touching=True) if policy == "merged" else _joined(moved)
    group, start, end = _stripped(counted, joined)
    origin = first[np.searchsorted(moved.group, group)]
    return unite_spans(GroupedSpans(group, start - origin, end - origin))


def unite_spans(spans: GroupedSpans, *, join_touching: bool = False) -> GroupedSpans:
    """Return the spans sorted by group and start, with overlapping spans of a group joined. None may be empty."""
    group, start, end = spans
    if len(group) < 2:
        return GroupedSpans(group, start, end)
    same = group[1:] == group[:-1]
    ordered = (group[1:] > group[:-1]) | (same & (start[1:] >= start[:-1]))
    if not np.all(ordered):
        order = np.lexsort((start, group))
        group, start, end = group[order], start[order], end[order]
        same = group[1:] == group[:-1]
    apart = start[1:] > end[:-1] if join_touching else start[1:] >= end[:-1]
    if np.all(~same | apart):
        return GroupedSpans(group, start, end)
    # The largest end so far within a group. The offset makes groups disjoint, so one running maximum serves all.
    new_group = np.append(True, ~same)
    offset = (np.cumsum(new_group, dtype=np.int64) - 1) * (int(end.max()) + 1)
    reach = np.maximum.accumulate(offset + end) - offset
    opens = new_group.copy()
    opens[1:] |= start[1:] > reach[:-1] if join_touching else start[1:] >= reach[:-1]
    closes = np.append(opens[1:], True)
    return GroupedSpans(group[opens], start[opens], reach[closes])


def _counted_positions(answers: Sequence[str]) -> Integers:
    """Return the positions of all characters that are no separators, and of the end of each answer, ascending."""
    joined = "a".join((*answers, ""))  # a letter after each answer stops the search at its end
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    separator = _SEPARATOR[codes]
    if np.any(separator == _UNKNOWN):
        for code in set(codes[separator == _UNKNOWN].tolist()):
            _SEPARATOR[code] = is_separator(chr(code))
        separator = _SEPARATOR[codes]
    return np.flatnonzero(separator == 0)


def _stripped(counted: Integers, spans: GroupedSpans) -> GroupedSpans:
    """Move ends left over separators."""
    return spans._replace(end=counted[np.searchsorted(counted, spans.end) - 1] + 1)


def _joined(spans: GroupedSpans) -> GroupedSpans:
    """Join adjacent spans as `mushroom-2025` does. Only groups that may have adjacent spans are visited one by one."""
    base = spans.group.astype(np.int64) * (int(spans.end.max(initial=0)) + 1)
    touching = np.isin(base + spans.start, base + spans.end)
    if not touching.any():
        return spans
    visited = np.isin(spans.group, spans.group[touching])
    group, start, end = (column[visited].tolist() for column in spans)
    edges = [0, *(k for k in range(1, len(group)) if group[k] != group[k - 1]), len(group)]
    rows = [
        (group[low], *each)
        for low, high in pairwise(edges)
        for each in join_mushroom_2025(zip(start[low:high], end[low:high], strict=True))
    ]
    united = np.concatenate([np.column_stack(spans)[~visited], np.array(rows, dtype=np.int64)])
    order = np.argsort(united[:, 0], kind="stable")
    return GroupedSpans(*(np.ascontiguousarray(united[order, place]) for place in range(3)))
