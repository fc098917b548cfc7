"""Spearman's ρ of character probabilities, label by label (SHROOM-visions)."""

from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.scoring.character_spearman import character_spearman
from morelkit.scoring.metric_declaration import LabelPairs, MeanMetric
from morelkit.scoring.span_labels import SpanLabels
from morelkit.scoring.typed_labels import TypedLabels


def label_spearman(pairs: LabelPairs) -> Floats:
    """Return the mean of ρ over the labels that occur in gold or system of each item, 1.0 if none does."""
    labels = [
        sorted({*gold.by_label, *system.by_label})
        for gold, system in zip(pairs.gold, pairs.system, strict=True)
    ]
    counts = [len(names) for names in labels]
    item = np.repeat(np.arange(len(labels)), counts)
    by_label = LabelPairs(
        [extent for extent, names in zip(pairs.extents, labels, strict=True) for _ in names],
        [_of_label(gold, name) for gold, names in zip(pairs.gold, labels, strict=True) for name in names],
        [
            _of_label(system, name)
            for system, names in zip(pairs.system, labels, strict=True)
            for name in names
        ],
    )
    total = np.bincount(item, character_spearman(by_label), minlength=len(labels))
    return np.where(np.array(counts) > 0, total / np.maximum(counts, 1), 1.0)


def _of_label(labels: TypedLabels, name: str) -> SpanLabels:
    return SpanLabels([], labels.by_label.get(name, []))


LABEL_SPEARMAN: Final = MeanMetric(
    "label_rho", 1, "mean over labels of Spearman’s ρ of character probabilities", label_spearman
)
