"""Detection of hallucinations by scores of risk: AUROC, average precision and FPR@95TPR.

A hallucination is positive, and a higher score means a higher risk. Units are answers (OpenHalDet) or claims (MUCH);
abstentions are left out. Sums are integers, so that the results are exact before the last division.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import Terms
from morelkit.scoring.metric_declaration import CorpusMetric, LabelPairs

ONE_CLASS: Final = "all units have the same gold label"


class Thresholds(NamedTuple):
    """Positive and negative units at each score, from the highest score down; integers of shape (samples, scores)."""

    positive: Integers
    negative: Integers


def detection_terms(pairs: LabelPairs) -> Terms:
    """Return gold and score of each unit."""
    counted = [(gold, system) for gold, system in zip(pairs.gold, pairs.system, strict=True) if gold]
    gold = np.array([label for labels, _ in counted for label in labels], dtype=bool)
    return gold, np.array([score for _, scores in counted for score in scores], dtype=np.float64)


def auroc(at: Thresholds) -> Floats:
    """Return the share of pairs whose positive unit has the higher score; ties count one half."""
    positives, negatives = at.positive.sum(axis=1), at.negative.sum(axis=1)
    below = negatives[:, None] - np.cumsum(at.negative, axis=1)
    twice = (at.positive * (2 * below + at.negative)).sum(axis=1)
    return _ratio(twice, 2 * positives * negatives)


def average_precision(at: Thresholds) -> Floats:
    """Return the sum of precision times increase of recall over the scores, without interpolation."""
    positives, negatives = at.positive.sum(axis=1), at.negative.sum(axis=1)
    true, false = np.cumsum(at.positive, axis=1), np.cumsum(at.negative, axis=1)
    precision = true / np.maximum(true + false, 1)
    total = (at.positive * precision).sum(axis=1)
    return np.where(negatives > 0, _ratio(total, positives), np.nan)


def fpr_at_95_tpr(at: Thresholds) -> Floats:
    """Return the false-positive rate at the highest score whose true-positive rate is at least .95."""
    positives, negatives = at.positive.sum(axis=1), at.negative.sum(axis=1)
    enough = 20 * np.cumsum(at.positive, axis=1) >= 19 * positives[:, None]
    place = np.argmax(enough, axis=1)
    false = np.cumsum(at.negative, axis=1)[np.arange(len(place)), place]
    return np.where(positives > 0, _ratio(false, negatives), np.nan)


def _ratio(part: Floats | Integers, whole: Integers) -> Floats:
    """Return part / whole, NaN for 0 / 0."""
    return np.where(whole > 0, part / np.maximum(whole, 1), np.nan)


def _values(measure: Callable[[Thresholds], Floats], terms: Terms, weights: Integers) -> Floats:
    gold, risk = terms
    order = np.argsort(-risk, kind="stable")
    gold, risk, weights = gold[order], risk[order], weights[:, order]
    first = np.flatnonzero(np.append(True, risk[1:] != risk[:-1]))
    positive = np.add.reduceat(weights * gold, first, axis=1)
    return measure(Thresholds(positive, np.add.reduceat(weights * ~gold, first, axis=1)))


def _metrics(prefix: str) -> Iterator[CorpusMetric]:
    for name, formula, measure in (
        ("auroc", "Pr(risk of a hallucination > risk of none) + ½ Pr(equal)", auroc),
        ("average_precision", "Σ (Rₖ − Rₖ₋₁) · Pₖ", average_precision),
        ("fpr95", "FPR at the highest threshold with TPR ≥ .95", fpr_at_95_tpr),
    ):
        yield CorpusMetric(
            f"{prefix}{name}",
            1,
            formula,
            detection_terms,
            partial(_values, measure),
            ONE_CLASS,
            stratified=True,
            lower_is_better=measure is fpr_at_95_tpr,
        )


ANSWER_DETECTION: Final = tuple(_metrics(""))
CLAIM_DETECTION: Final = tuple(_metrics("claim_"))
