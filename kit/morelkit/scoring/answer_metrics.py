"""Metrics of labels of whole answers: accuracy and Spearman's ρ of p(Hallucination) (SHROOM), macro-F1 (CAP)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import Terms
from morelkit.scoring.metric_declaration import CorpusMetric, LabelPairs, MeanMetric


def accuracy(pairs: LabelPairs) -> Floats:
    """Return 1 for each item whose label is that of gold, else 0."""
    same = [gold.hallucination == system.hallucination for gold, system in _both(pairs)]
    return np.array(same, dtype=np.float64)


def probability_terms(pairs: LabelPairs) -> Terms:
    """Return p(Hallucination) of gold and system."""
    probabilities = np.array([(gold.probability, system.probability) for gold, system in _both(pairs)])
    return probabilities[:, 0], probabilities[:, 1]


def spearman(terms: Terms, weights: Integers) -> Floats:
    """Return Spearman's ρ of two columns: Pearson's correlation of average ranks. NaN if one is constant.

    Ranks are integers of one half, so sums are exact.
    """
    x, y = (_centred_ranks(column, weights) for column in terms)
    covariance = (weights * x * y).sum(axis=1)
    variance = (weights * x * x).sum(axis=1).astype(np.float64) * (weights * y * y).sum(axis=1)
    correlation = np.clip(covariance / np.sqrt(np.where(variance > 0, variance, 1.0)), -1.0, 1.0)
    return np.where(variance > 0, correlation, np.nan)


def _centred_ranks(values: Floats, weights: Integers) -> Integers:
    """Return twice the average rank of each value in each sample, minus its mean; shape (samples, units)."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    new = np.append(True, ordered[1:] != ordered[:-1])
    tied = np.add.reduceat(weights[:, order], np.flatnonzero(new), axis=1)
    doubled = 2 * (np.cumsum(tied, axis=1) - tied) + tied
    ranks = np.empty_like(weights)
    ranks[:, order] = doubled[:, np.cumsum(new) - 1] - weights.sum(axis=1)[:, None]
    return ranks


def factual_terms(pairs: LabelPairs) -> Terms:
    """Return factual mistakes of gold and system. Here and below, items that nobody judged are left out."""
    return _columns((gold.factual, system.factual) for gold, system in _both(pairs))


def fluent_factual_terms(pairs: LabelPairs) -> Terms:
    """Return factual mistakes of gold and system, in items whose gold has no fluency mistakes."""
    fluent = ((gold, system) for gold, system in _both(pairs) if gold.fluency is False)
    return _columns((gold.factual, system.factual) for gold, system in fluent)


def fluency_terms(pairs: LabelPairs) -> Terms:
    """Return fluency mistakes of gold and system."""
    return _columns((gold.fluency, system.fluency) for gold, system in _both(pairs))


def _both(pairs: LabelPairs) -> Iterator[tuple[Any, Any]]:
    return zip(pairs.gold, pairs.system, strict=True)


def macro_f1(terms: Terms, weights: Integers) -> Floats:
    """Return the mean of F1 over the classes that occur in gold or system. NaN without items."""
    gold, system = terms
    f1 = []
    for of_gold, of_system in ((gold, system), (~gold, ~system)):
        both = 2 * (weights * (of_gold & of_system)).sum(axis=1)
        sizes = (weights * of_gold).sum(axis=1) + (weights * of_system).sum(axis=1)
        f1.append(np.where(sizes > 0, both / np.maximum(sizes, 1), np.nan))
    classes = np.count_nonzero(~np.isnan(f1), axis=0)
    return np.where(classes > 0, np.nan_to_num(f1).sum(axis=0) / np.maximum(classes, 1), np.nan)


def _columns(values: Iterable[tuple[bool | None, bool]]) -> Terms:
    columns = np.array([pair for pair in values if pair[0] is not None], dtype=bool).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


_MACRO: Final = "mean over the classes of 2·TP / (2·TP + FP + FN)"
_NO_ITEMS: Final = "no item has a label"

ACCURACY: Final = MeanMetric("accuracy", 1, "share of items with the label of gold", accuracy)
PROBABILITY_SPEARMAN: Final = CorpusMetric(
    "rho",
    1,
    "Spearman’s ρ of p(Hallucination) over items",
    probability_terms,
    spearman,
    "one side is constant",
)
FACTUAL_F1: Final = CorpusMetric("factual_f1", 1, _MACRO, factual_terms, macro_f1, _NO_ITEMS)
FLUENT_FACTUAL_F1: Final = CorpusMetric(
    "factual_f1_fluent", 1, f"{_MACRO}, of fluent items", fluent_factual_terms, macro_f1, "no item is fluent"
)
FLUENCY_F1: Final = CorpusMetric("fluency_f1", 1, _MACRO, fluency_terms, macro_f1, _NO_ITEMS)
