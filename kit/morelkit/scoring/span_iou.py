"""Intersection over union of the characters that gold and system mark (Mu-SHROOM)."""

from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats, corpus_runs
from morelkit.scoring.label_arrays import LabelArrays
from morelkit.scoring.metric_declaration import LabelPairs, MeanMetric


def span_iou(pairs: LabelPairs) -> Floats:
    """Return |gold ∩ system| / |gold ∪ system| of the hard labels of each item, 1.0 where both are empty."""
    labels = pairs.shared(LabelArrays.of)
    gold, system = labels.gold_hard, labels.system_hard
    rater = np.repeat(np.arange(2), (len(gold.item), len(system.item)))
    item, start, end = (np.concatenate(pair) for pair in zip(gold, system, strict=True))
    runs = corpus_runs(item, rater, start, end)
    items = len(labels.length)
    size = (runs.end - runs.start).astype(np.float64)  # sums of integers are exact
    union = np.bincount(runs.item, size, minlength=items)
    intersection = np.bincount(runs.item, size * (runs.count == 2), minlength=items)
    return np.where(union > 0, intersection / np.maximum(union, 1), 1.0)


SPAN_IOU: Final = MeanMetric("iou", 1, "|G ∩ S| / |G ∪ S|", span_iou)
