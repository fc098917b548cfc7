"""All metrics by format of predictions, in the order of tables and commands."""

from collections.abc import Iterable, Mapping
from typing import Final

from morelkit.scoring.character_spearman import CHARACTER_SPEARMAN
from morelkit.scoring.metric_declaration import MeanMetric
from morelkit.scoring.span_iou import SPAN_IOU

METRICS: Final[Mapping[str, tuple[MeanMetric, ...]]] = {
    "mushroom": (SPAN_IOU, CHARACTER_SPEARMAN),
}
"""The first metric of a format ranks systems, the second decides its ties."""


def chosen_metrics(format_name: str, names: Iterable[str] = ()) -> tuple[MeanMetric, ...]:
    """Return the metrics of these names in the order of the registry, or all. Raises `ValueError` for unknown names."""
    metrics = METRICS[format_name]
    wanted = list(names)
    known = [metric.name for metric in metrics]
    if unknown := next((name for name in wanted if name not in known), None):
        raise ValueError(f"{format_name} predictions have no metric “{unknown}”, but {', '.join(known)}.")
    return tuple(metric for metric in metrics if not wanted or metric.name in wanted)
