"""Score one submission: each metric by language, with its bootstrap interval."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.scoring.gold import Gold
from morelkit.scoring.metric_declaration import LabelPairs, Metric
from morelkit.scoring.metric_results import (
    ONE_UNIT,
    CorpusResult,
    MeanResult,
    Result,
    result_of,
    sample_values,
)
from morelkit.scoring.predictions import Predictions
from morelkit.scoring.resampling import Samples


@dataclass(frozen=True, slots=True)
class Settings:
    """How figures are computed: part of their signature. `confidence`: as of `read_predictions`."""

    metrics: tuple[Metric, ...]
    resamples: int
    seed: int = 0
    confidence: bool = False

    def signature(self, gold: Gold, n: int, metric: Metric | None = None) -> str:
        """Return the line that says how a figure of one metric, or of all, was computed."""
        names = "+".join(each.signature for each in ([metric] if metric else self.metrics))
        return (
            f"morelkit:{names}|gold:{gold.digest}|policy:{gold.policy}|n:{n}"
            f"|resamples:{self.resamples}|seed:{self.seed}{'|scores:confidence' if self.confidence else ''}"
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score and its interval. `reason`: why one of them is undefined."""

    value: float | None
    low: float | None
    high: float | None
    reason: str | None
    signature: str


@dataclass(frozen=True, slots=True)
class LanguageResults:
    """The results of the metrics, by name, for the items `ids` of one language."""

    language: str
    ids: list[str]
    results: dict[str, Result]

    @property
    def item_scores(self) -> dict[str, Floats]:
        """The scores of the items by metric, for metrics that are means of items."""
        return {name: each.scores for name, each in self.results.items() if isinstance(each, MeanResult)}


@dataclass(frozen=True, slots=True)
class GroupScores:
    """The estimates of `n` items by metric."""

    n: int
    estimates: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class LanguageScores:
    """`slices`: by field and slice."""

    language: str
    scores: GroupScores
    slices: dict[str, dict[str, GroupScores]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scores:
    signature: str
    languages: list[LanguageScores]


def language_results(
    gold: Gold, predictions: Predictions, metrics: Sequence[Metric]
) -> list[LanguageResults]:
    """Return the results for each language that the submission predicts."""
    found = []
    for language in predictions.languages:
        ids = [id_ for id_, item in gold.items.items() if item.language == language]
        results = results_of(label_pairs(gold, predictions, ids), metrics)
        found.append(LanguageResults(language, ids, results))
    return found


def results_of(pairs: LabelPairs, metrics: Sequence[Metric]) -> dict[str, Result]:
    return {metric.name: result_of(metric, pairs) for metric in metrics}


def label_pairs(gold: Gold, predictions: Predictions, ids: Iterable[str]) -> LabelPairs:
    items = {id_: gold.items[id_] for id_ in ids}
    return LabelPairs(
        [item.extent for item in items.values()],
        [item.labels for item in items.values()],
        [predictions.labels[id_] for id_ in items],
    )


def score(gold: Gold, languages: Sequence[LanguageResults], settings: Settings) -> Scores:
    """Return the scores of each language."""
    return Scores(
        settings.signature(gold, sum(len(each.ids) for each in languages)),
        [
            LanguageScores(each.language, GroupScores(len(each.ids), estimates(gold, each.results, settings)))
            for each in languages
        ],
    )


def score_slices(
    gold: Gold,
    predictions: Predictions,
    settings: Settings,
    slices: Mapping[str, Mapping[str, Sequence[str]]],
) -> dict[str, dict[str, GroupScores]]:
    """Return the scores of each slice. `slices`: the ids of its items, by field and slice."""
    return {
        name: {
            each: GroupScores(
                len(ids),
                estimates(gold, results_of(label_pairs(gold, predictions, ids), settings.metrics), settings),
            )
            for each, ids in by_slice.items()
        }
        for name, by_slice in slices.items()
    }


def estimates(gold: Gold, results: Mapping[str, Result], settings: Settings) -> dict[str, Estimate]:
    """Return the value of each metric with its interval. Metrics that are means share their samples."""
    means = {name: each for name, each in results.items() if isinstance(each, MeanResult)}
    samples: dict[str, Samples] = {}
    if means and next(iter(means.values())).n > 1:
        columns = np.concatenate([*sample_values([*means.values()], settings.resamples, settings.seed)])
        samples = dict(zip(means, columns.T, strict=True))
    found = {}
    for name, each in results.items():
        if isinstance(each, CorpusResult) and each.n > 1 and each.value is not None:
            values = np.concatenate([*sample_values([each], settings.resamples, settings.seed)])
            samples[name] = values[:, 0]
        found[name] = _estimate(each, samples.get(name), settings.signature(gold, each.n, each.metric))
    return found


def _estimate(result: Result, samples: Samples | None, line: str) -> Estimate:
    if isinstance(result, CorpusResult) and result.value is None:
        return Estimate(None, None, None, result.metric.undefined, line)
    interval = None if samples is None else result.interval(samples)
    if interval is None:
        return Estimate(result.value, None, None, ONE_UNIT, line)
    return Estimate(result.value, *interval, None, line)
