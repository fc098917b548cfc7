"""Pairwise F1 of an item's annotations: by characters, by exact spans, by overlapping spans.

An item's value is the mean over all pairs of its annotations.
"""

from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.annotation_pairs import Side, mean_over_pairs, ratio, shared_characters
from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import SpanMeasure, mean_over_items
from morelkit.agreement.span_arrays import SpanArrays


class PairwiseF1(NamedTuple):
    """Mean F1 over the pairs of each item: three arrays of shape (items,), NaN where n < 2."""

    character: Floats
    exact: Floats
    overlap: Floats


def pairwise_f1(marks: SpanArrays) -> PairwiseF1:
    """Return the mean pairwise F1 of each item.

    Character F1 of a pair is 2|A∩B| / (|A| + |B|), exact-span F1 the same on sets of spans; both are 1 if both
    annotations are empty. Overlap F1: precision is the share of A's spans that share a character with one of B's,
    recall the reverse; 1 if both are empty, 0 if one is.
    """
    return PairwiseF1(*mean_over_pairs(marks, 3, _f1_of_pairs))


def _f1_of_pairs(ours: Side, theirs: Side) -> tuple[Floats, Floats, Floats]:
    exact = ours.sum_by_pair(_exact(ours, theirs))
    precision = ratio(ours.sum_by_pair(_overlaps(ours, theirs)), ours.spans, 0.0)
    recall = ratio(theirs.sum_by_pair(_overlaps(theirs, ours)), theirs.spans, 0.0)
    overlap = ratio(2 * precision * recall, precision + recall, 0.0)
    overlap[(ours.spans == 0) & (theirs.spans == 0)] = 1.0
    return (
        ratio(2 * shared_characters(ours, theirs), ours.characters + theirs.characters, 1.0),
        ratio(2 * exact, ours.spans + theirs.spans, 1.0),
        overlap,
    )


def _exact(ours: Side, theirs: Side) -> Integers:
    """Return 1 for each of our spans that equals one of theirs, else 0."""
    if not len(theirs.start):
        return np.zeros(len(ours.start), dtype=np.int64)
    at = np.minimum(np.searchsorted(theirs.start, ours.start), len(theirs.start) - 1)
    same: Integers = np.where((theirs.start[at] == ours.start) & (theirs.end[at] == ours.end), 1, 0)
    return same


def _overlaps(ours: Side, theirs: Side) -> Integers:
    """Return 1 for each of our spans that shares a character with one of theirs, else 0.

    A span overlaps if more of their spans start before its end than end before its start.
    """
    started = np.searchsorted(theirs.start, ours.end)
    ended = np.searchsorted(theirs.end, ours.start, side="right")
    overlapping: Integers = np.where(started > ended, 1, 0)
    return overlapping


CHARACTER_F1: Final[SpanMeasure] = mean_over_items(
    "character_f1", "F₁ = 2 |A ∩ B| / (|A| + |B|)", lambda chunk: chunk.shared(pairwise_f1).character
)
EXACT_F1: Final[SpanMeasure] = mean_over_items(
    "exact_f1", "F₁ = 2 |S ∩ T| / (|S| + |T|)", lambda chunk: chunk.shared(pairwise_f1).exact
)
OVERLAP_F1: Final[SpanMeasure] = mean_over_items(
    "overlap_f1", "F₁ = 2PR / (P + R)", lambda chunk: chunk.shared(pairwise_f1).overlap
)
