"""The alternative-annotator test: may a model stand in for an annotator?

Source: Calderon, Reichart & Dror, "The Alternative Annotator Test for LLM-as-a-Judge" (2025). Each annotator is left
out in turn, and model and annotator are compared by their agreement with the remaining ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from scipy.special import stdtr

from morelkit.agreement.arrays import Floats

EPSILONS: Final = {"expert": 0.2, "skilled": 0.15, "crowd": 0.1}
MIN_ANNOTATORS: Final = 3
MIN_ITEMS: Final = 30
FALSE_DISCOVERY_RATE: Final = 0.05
STANDS_IN: Final = 0.5
"""The winning rate from which the model may stand in for an annotator."""


@dataclass(frozen=True, slots=True)
class AnnotatorTest:
    """`model_wins`, `annotator_wins`: shares of items on which one agrees at least as well (ρ_f and ρ_h)."""

    items: int
    model_wins: float
    annotator_wins: float
    p: float
    rejected: bool


@dataclass(frozen=True, slots=True)
class AlternativeAnnotatorTest:
    """`annotators`: those with enough items. `reason`: why there is no result; "" if there is one."""

    epsilon: float
    annotators: Mapping[str, AnnotatorTest]
    reason: str = ""

    @property
    def winning_rate(self) -> float | None:
        """Share of annotators for whom the hypothesis that the model is worse was rejected."""
        if self.reason:
            return None
        return sum(each.rejected for each in self.annotators.values()) / len(self.annotators)

    @property
    def advantage(self) -> float | None:
        """Mean of ρ_f over the annotators."""
        if self.reason:
            return None
        return sum(each.model_wins for each in self.annotators.values()) / len(self.annotators)


def alternative_annotator_test(
    agreement: Mapping[str, tuple[Floats, Floats]], epsilon: float
) -> AlternativeAnnotatorTest:
    """Return the test. `agreement`: by annotator, of shape (items,), the agreement of the model and of the annotator
    with the remaining annotators of each item; the higher, the better.

    H₀ for an annotator is ρ_f ≤ ρ_h − `epsilon`, by a one-sided paired t-test. Rejections are corrected by
    Benjamini & Yekutieli. Annotators with fewer than 30 items are left out; fewer than 3 annotators give no result.
    """
    enough = {name: pair for name, pair in sorted(agreement.items()) if len(pair[0]) >= MIN_ITEMS}
    if len(enough) < MIN_ANNOTATORS:
        reason = f"fewer than {MIN_ANNOTATORS} annotators share {MIN_ITEMS} items with the judge"
        return AlternativeAnnotatorTest(epsilon, {}, reason)
    wins = {
        name: ((model >= human).astype(np.float64), (human >= model).astype(np.float64))
        for name, (model, human) in enough.items()
    }
    p = {name: _p_value(*each, epsilon) for name, each in wins.items()}
    rejected = _rejected(p)
    return AlternativeAnnotatorTest(
        epsilon,
        {
            name: AnnotatorTest(
                len(model), float(model.mean()), float(human.mean()), p[name], name in rejected
            )
            for name, (model, human) in wins.items()
        },
    )


def _p_value(model: Floats, human: Floats, epsilon: float) -> float:
    difference = human - model
    n = len(difference)
    deviation = float(difference.std(ddof=1))
    above = float(difference.mean()) - epsilon
    if not deviation:
        return 0.0 if above < 0 else 1.0
    return float(stdtr(n - 1, above / (deviation / sqrt(n))))


def _rejected(p: Mapping[str, float]) -> set[str]:
    """Return the names whose hypotheses are rejected at the false discovery rate."""
    ordered = sorted(p, key=lambda name: p[name])
    m = len(ordered)
    harmonic = sum(1 / rank for rank in range(1, m + 1))
    last = 0
    for rank, name in enumerate(ordered, start=1):
        if p[name] <= rank * FALSE_DISCOVERY_RATE / (m * harmonic):
            last = rank
    return set(ordered[:last])
