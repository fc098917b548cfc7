"""Compare two systems item by item."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.scoring.numbers import DECIMALS
from morelkit.scoring.resampling import interval, sample_sums, scaled
from morelkit.scoring.scores import ItemScores, mean


@dataclass(frozen=True, slots=True)
class Difference:
    """Scores of systems a and b, their difference a − b with its interval, and how many items each is better on.

    `sign`: of the difference if its interval does not contain 0, else 0.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    sign: int
    a_better: int
    b_better: int
    equal: int


def difference(a: Floats, b: Floats, resamples: int, seed: int) -> Difference:
    """Return the paired difference of scores of the same items, each of shape (items,)."""
    exact = scaled(a) - scaled(b)
    sums = np.concatenate([*sample_sums(exact[:, None], resamples, seed)])[:, 0]
    low, high = interval(sums, len(exact))
    a_better, b_better = int(np.count_nonzero(exact > 0)), int(np.count_nonzero(exact < 0))
    return Difference(
        mean(a),
        mean(b),
        mean(a - b),
        low,
        high,
        (low > 0) - (high < 0),
        a_better,
        b_better,
        len(exact) - a_better - b_better,
    )


def differences(
    a: Mapping[str, Floats], b: Mapping[str, Floats], resamples: int, seed: int
) -> dict[str, Difference]:
    """Return the difference of each metric. All metrics share their samples."""
    return {metric: difference(a[metric], b[metric], resamples, seed) for metric in a}


def item_differences(a: ItemScores, b: ItemScores) -> list[dict[str, Any]]:
    """Return a record for each item with the scores of both systems, their difference and its sign."""
    return [
        {
            "id": id_,
            "lang": a.language,
            **{
                metric: _item_difference(float(a.scores[metric][place]), float(b.scores[metric][place]))
                for metric in a.scores
            },
        }
        for place, id_ in enumerate(a.ids)
    ]


def _item_difference(a: float, b: float) -> dict[str, Any]:
    return {
        "a": round(a, DECIMALS),
        "b": round(b, DECIMALS),
        "difference": round(a - b, DECIMALS),
        "sign": int(np.sign(round(a - b, 10))),  # as scaled scores
    }
