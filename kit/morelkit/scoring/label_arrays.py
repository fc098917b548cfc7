"""Labels of gold and system for all items as flat arrays, on which metrics compute without a loop over characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.painted_labels import painted
from morelkit.scoring.span_labels import SpanLabels


class HardRanges(NamedTuple):
    """Ranges `[start, end)` in file order, grouped by item; three arrays of shape (ranges,)."""

    item: Integers
    start: Integers
    end: Integers


class SoftRuns(NamedTuple):
    """Ranges without overlap, sorted by item and start, with their probability; four arrays of shape (runs,)."""

    item: Integers
    start: Integers
    end: Integers
    prob: Floats


@dataclass(frozen=True, slots=True)
class LabelArrays:
    """`length`: code points of each answer, shape (items,)."""

    length: Integers
    gold_hard: HardRanges
    gold_soft: SoftRuns
    system_hard: HardRanges
    system_soft: SoftRuns

    @classmethod
    def of(cls, pairs: LabelPairs) -> "LabelArrays":
        """Return the arrays of items with span labels."""
        lengths = np.array([extent.code_points for extent in pairs.extents], dtype=np.int64)
        return cls(lengths, _hard(pairs.gold), _soft(pairs.gold), _hard(pairs.system), _soft(pairs.system))


def _hard(labels: Sequence[SpanLabels]) -> HardRanges:
    item = _items([len(each.hard) for each in labels])
    flat = np.array([edge for each in labels for span in each.hard for edge in span], dtype=np.int64)
    return HardRanges(item, flat[::2], flat[1::2])


def _soft(labels: Sequence[SpanLabels]) -> SoftRuns:
    runs = [painted(each.soft) for each in labels]
    item = _items([len(each) for each in runs])
    flat = np.array(
        [edge for each in runs for start, end, _ in each for edge in (start, end)], dtype=np.int64
    )
    prob = np.array([prob for each in runs for _, _, prob in each], dtype=np.float64)
    return SoftRuns(item, flat[::2], flat[1::2], prob)


def _items(counts: Sequence[int]) -> Integers:
    return np.repeat(np.arange(len(counts)), np.array(counts, dtype=np.int64))
