"""Compare two systems on the same items."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from morelkit.agreement.arrays import Integers
from morelkit.scoring.metric_results import CorpusResult, Result, sample_values
from morelkit.scoring.numbers import DECIMALS
from morelkit.scoring.resampling import scaled
from morelkit.scoring.scores import LanguageResults


@dataclass(frozen=True, slots=True)
class Difference:
    """Scores of systems a and b, their difference a − b with its interval, and how many items each is better on.

    `sign`: of the difference if its interval does not contain 0, else 0. Values are None where they are undefined, and
    counts of items for metrics that are no means of items.
    """

    a: float | None
    b: float | None
    difference: float | None
    low: float | None
    high: float | None
    sign: int | None
    a_better: int | None
    b_better: int | None
    equal: int | None


def differences(
    a: Mapping[str, Result], b: Mapping[str, Result], resamples: int, seed: int
) -> dict[str, Difference]:
    """Return the difference of each metric. All metrics share their samples."""
    return {metric: difference(a[metric], b[metric], resamples, seed) for metric in a}


def difference(a: Result, b: Result, resamples: int, seed: int) -> Difference:
    """Return the paired difference of the results of a metric for the same items."""
    if a.value is None or b.value is None:
        return Difference(a.value, b.value, *[None] * 7)
    samples = np.concatenate([each[:, 0] - each[:, 1] for each in sample_values([a, b], resamples, seed)])
    interval = a.interval(samples)
    low, high = interval or (None, None)
    sign = (interval[0] > 0) - (interval[1] < 0) if interval else None
    return Difference(a.value, b.value, a.value - b.value, low, high, sign, *_counts(a, b))


def item_differences(a: LanguageResults, b: LanguageResults) -> list[dict[str, Any]]:
    """Return a record for each item with the scores of both systems, their difference and its sign."""
    scores = {metric: (scores, b.item_scores[metric]) for metric, scores in a.item_scores.items()}
    return [
        {
            "id": id_,
            "lang": a.language,
            **{metric: _item_difference(of_a[place], of_b[place]) for metric, (of_a, of_b) in scores.items()},
        }
        for place, id_ in enumerate(a.ids)
    ]


def _counts(a: Result, b: Result) -> tuple[int | None, int | None, int | None]:
    """Return on how many items a is better, b is better, and both are equal."""
    if isinstance(a, CorpusResult) or isinstance(b, CorpusResult):
        return None, None, None
    exact: Integers = scaled(a.scores) - scaled(b.scores)
    a_better, b_better = int(np.count_nonzero(exact > 0)), int(np.count_nonzero(exact < 0))
    return a_better, b_better, len(exact) - a_better - b_better


def _item_difference(a: float, b: float) -> dict[str, Any]:
    return {
        "a": round(float(a), DECIMALS),
        "b": round(float(b), DECIMALS),
        "difference": round(float(a - b), DECIMALS),
        "sign": int(np.sign(round(a - b, 10))),  # as scaled scores
    }
