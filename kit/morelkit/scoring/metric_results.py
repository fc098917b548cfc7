"""What a metric gives for the items of one language: its value, and its value in bootstrap samples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import Terms
from morelkit.scoring.metric_declaration import CorpusMetric, LabelPairs, MeanMetric, Metric
from morelkit.scoring.resampling import (
    SCALE,
    Samples,
    percentiles,
    sample_counts,
    sample_sums,
    scaled,
    stratified_counts,
)

ONE_UNIT = "one item has no spread"


@dataclass(frozen=True, slots=True)
class MeanResult:
    """`scores`: of the items, shape (items,)."""

    metric: MeanMetric
    scores: Floats

    @property
    def n(self) -> int:
        return len(self.scores)

    @property
    def value(self) -> float:
        return fsum(self.scores) / len(self.scores)

    @property
    def key(self) -> int:
        """The value as ranks compare it: equal on every platform."""
        return int(scaled(self.scores).sum())

    def interval(self, samples: Samples) -> tuple[float, float] | None:
        """Return the middle 95 % of the means in `samples`, sums of scaled scores; None for one item."""
        return percentiles(samples, self.n * SCALE) if self.n > 1 else None


@dataclass(frozen=True, slots=True)
class CorpusResult:
    """`terms`: of the metric, with columns of shape (units,)."""

    metric: CorpusMetric
    terms: Terms

    @property
    def n(self) -> int:
        return len(self.terms[0])

    @property
    def value(self) -> float | None:
        """The value, or None if it is undefined."""
        if not self.n:
            return None
        found = float(self.metric.values(self.terms, np.ones((1, self.n), dtype=np.int64))[0])
        return None if np.isnan(found) else found

    @property
    def key(self) -> float:
        """The value as ranks compare it: a higher one is better."""
        return -np.inf if self.value is None else self.metric.sign * self.value

    def interval(self, samples: Samples) -> tuple[float, float] | None:
        """Return the middle 95 % of the values in the samples where the metric is defined.

        None for one unit, or without such a sample.
        """
        defined = samples[~np.isnan(samples)]
        return percentiles(defined) if self.n > 1 and len(defined) else None

    def counts(self, resamples: int, seed: int) -> Iterator[Integers]:
        """Yield how often each sample draws each unit."""
        if not self.metric.stratified:
            return sample_counts(self.n, resamples, seed)
        positive = self.terms[0]
        strata = (np.flatnonzero(positive), np.flatnonzero(~positive))
        return stratified_counts([each for each in strata if len(each)], resamples, seed)


Result: TypeAlias = MeanResult | CorpusResult


def result_of(metric: Metric, pairs: LabelPairs) -> Result:
    if isinstance(metric, MeanMetric):
        return MeanResult(metric, metric.scores(pairs))
    return CorpusResult(metric, metric.terms(pairs))


def sample_values(results: Sequence[Result], resamples: int, seed: int) -> Iterator[Samples]:
    """Yield what the results are in bootstrap samples, in arrays of shape (some of the resamples, results).

    The results are of one metric for several systems, or means of the same items. They share their samples. Values of
    means are sums of scaled scores.
    """
    means = [scaled(each.scores) for each in results if isinstance(each, MeanResult)]
    if len(means) == len(results):
        yield from sample_sums(np.stack(means, axis=1), resamples, seed)
        return
    corpora = [each for each in results if isinstance(each, CorpusResult)]
    for counts in corpora[0].counts(resamples, seed):
        yield np.stack([each.metric.values(each.terms, counts) for each in corpora], axis=1)
