"""All metrics by format of predictions, in the order of tables and commands."""

from collections.abc import Iterable, Mapping
from typing import Final

from morelkit.scoring.answer_metrics import (
    ACCURACY,
    FACTUAL_F1,
    FLUENCY_F1,
    FLUENT_FACTUAL_F1,
    PROBABILITY_SPEARMAN,
)
from morelkit.scoring.character_spearman import CHARACTER_SPEARMAN
from morelkit.scoring.detection import ANSWER_DETECTION, CLAIM_DETECTION
from morelkit.scoring.label_spearman import LABEL_SPEARMAN
from morelkit.scoring.metric_declaration import Metric
from morelkit.scoring.span_iou import SPAN_IOU

METRICS: Final[Mapping[str, tuple[Metric, ...]]] = {
    "mushroom": (SPAN_IOU, CHARACTER_SPEARMAN),
    "visions": (CHARACTER_SPEARMAN, LABEL_SPEARMAN, SPAN_IOU),
    "shroom": (ACCURACY, PROBABILITY_SPEARMAN),
    "cap": (FACTUAL_F1, FLUENT_FACTUAL_F1, FLUENCY_F1),
    "openhaldet": ANSWER_DETECTION,
    "much": CLAIM_DETECTION,
}
"""The first metric of a format ranks systems, the second decides its ties."""


def metrics_by_priority(format_name: str, first: str = "") -> tuple[Metric, ...]:
    """Return all metrics of a format, beginning with one that was chosen. Raises `ValueError` for unknown names."""
    metrics = chosen_metrics(format_name)
    chosen = chosen_metrics(format_name, [first]) if first else metrics[:1]
    return (*chosen, *(metric for metric in metrics if metric not in chosen))


def chosen_metrics(format_name: str, names: Iterable[str] = ()) -> tuple[Metric, ...]:
    """Return the metrics of these names in the order of the registry, or all. Raises `ValueError` for unknown names."""
    metrics = METRICS[format_name]
    wanted = list(names)
    known = [metric.name for metric in metrics]
    if unknown := next((name for name in wanted if name not in known), None):
        raise ValueError(f"{format_name} predictions have no metric “{unknown}”, but {', '.join(known)}.")
    return tuple(metric for metric in metrics if not wanted or metric.name in wanted)
