"""Score one submission: the mean of each metric by language, with its bootstrap interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.agreement.undefined import Undefined
from morelkit.scoring.gold import Gold
from morelkit.scoring.metric_declaration import LabelPairs, MeanMetric
from morelkit.scoring.predictions import Predictions
from morelkit.scoring.resampling import RESAMPLES, interval, sample_sums, scaled

SEED: Final = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """How figures are computed: part of their signature."""

    metrics: tuple[MeanMetric, ...]
    resamples: int = RESAMPLES
    seed: int = SEED


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score and its interval. `reason`: why there is no interval."""

    value: float
    low: float | None
    high: float | None
    reason: Undefined | None
    signature: str


@dataclass(frozen=True, slots=True)
class ItemScores:
    """The scores of the items of one language. `scores`: by metric, each of shape (items,)."""

    language: str
    ids: list[str]
    scores: dict[str, Floats]


@dataclass(frozen=True, slots=True)
class LanguageScores:
    language: str
    n: int
    estimates: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class Scores:
    signature: str
    languages: list[LanguageScores]


def item_scores(gold: Gold, predictions: Predictions, metrics: Sequence[MeanMetric]) -> list[ItemScores]:
    """Return the scores of the items of each language that the submission predicts."""
    found = []
    for language in predictions.languages:
        items = {id_: item for id_, item in gold.items.items() if item.language == language}
        pairs = LabelPairs(
            [item.extent for item in items.values()],
            [item.labels for item in items.values()],
            [predictions.labels[id_] for id_ in items],
        )
        found.append(ItemScores(language, list(items), {each.name: each.scores(pairs) for each in metrics}))
    return found


def score(gold: Gold, languages: Sequence[ItemScores], settings: Settings) -> Scores:
    """Return the scores of each language."""
    return Scores(
        signature(gold, settings, settings.metrics, sum(len(each.ids) for each in languages)),
        [
            LanguageScores(each.language, len(each.ids), estimates(gold, each.scores, settings))
            for each in languages
        ],
    )


def estimates(gold: Gold, scores: dict[str, Floats], settings: Settings) -> dict[str, Estimate]:
    """Return the mean of each metric with its interval. All metrics share their samples."""
    columns = np.stack([scores[metric.name] for metric in settings.metrics], axis=1)
    items = len(columns)
    sums = None
    if items > 1:
        sums = np.concatenate([*sample_sums(scaled(columns), settings.resamples, settings.seed)])
    found = {}
    for place, metric in enumerate(settings.metrics):
        low, high = (None, None) if sums is None else interval(sums[:, place], items)
        found[metric.name] = Estimate(
            mean(columns[:, place]),
            low,
            high,
            Undefined.ONE_ITEM if sums is None else None,
            signature(gold, settings, (metric,), items),
        )
    return found


def mean(scores: Floats) -> float:
    """Return the mean, correctly rounded before the division."""
    return fsum(scores) / len(scores)


def signature(gold: Gold, settings: Settings, metrics: Sequence[MeanMetric], n: int) -> str:
    """Return the line that says how a figure was computed."""
    names = "+".join(metric.signature for metric in metrics)
    return (
        f"morelkit:{names}|gold:{gold.digest}|policy:{gold.policy}|n:{n}"
        f"|resamples:{settings.resamples}|seed:{settings.seed}"
    )
