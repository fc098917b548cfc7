"""Score a held-out human: what the metrics give for people, as a reference for systems.

Each annotator of an item in turn is the system, with their normalized spans at probability 1. Gold follows from the
others: strict majority and shares, not normalized again. An item's score is the mean over its annotators. Items with
one annotator are left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from morelkit.agreement.character_counts import count_runs
from morelkit.annotated import AnnotatedItem
from morelkit.gold.votes import hard_labels, soft_labels
from morelkit.scheme.schemes import Scheme
from morelkit.scoring.character_spearman import CHARACTER_SPEARMAN
from morelkit.scoring.metric_declaration import LabelPairs
from morelkit.scoring.metric_results import MeanResult, Result
from morelkit.scoring.scores import LanguageResults
from morelkit.scoring.span_iou import SPAN_IOU
from morelkit.scoring.span_labels import Lengths, SpanLabels, read_span_labels

HELD_OUT_METRICS: Final = {
    metric.name: replace(metric, name=f"human_{metric.name}") for metric in (SPAN_IOU, CHARACTER_SPEARMAN)
}


def held_out_results(items: Iterable[AnnotatedItem], scheme: Scheme, policy: str) -> list[LanguageResults]:
    """Return the results of a held-out human by language. Raises `ValueError` without an item of two annotators."""
    by_language: dict[str, list[AnnotatedItem]] = defaultdict(list)
    for item in items:
        if len(item.annotations) >= 2:
            by_language[item.language].append(item)
    if not by_language:
        raise ValueError("No item has been annotated by two people.")
    return [_language_results(by_language[each], scheme, policy) for each in sorted(by_language)]


def _language_results(items: Sequence[AnnotatedItem], scheme: Scheme, policy: str) -> LanguageResults:
    voters = [len(item.annotations) for item in items]
    first = np.cumsum([0, *voters[:-1]])
    labels = [pair for item in items for pair in _pairs(item, scheme, policy)]
    pairs = LabelPairs(
        [Lengths.of(item.record.answer) for item in items for _ in item.annotations],
        [gold for gold, _ in labels],
        [system for _, system in labels],
    )
    results: dict[str, Result] = {
        name: MeanResult(metric, np.add.reduceat(metric.scores(pairs), first) / voters)
        for name, metric in HELD_OUT_METRICS.items()
    }
    return LanguageResults(items[0].record.language, [item.id for item in items], results)


def _pairs(item: AnnotatedItem, scheme: Scheme, policy: str) -> list[tuple[SpanLabels, SpanLabels]]:
    """Return gold and system for each annotator of an item."""
    ranges = item.count(scheme, policy).normalized
    others = len(ranges) - 1
    pairs = []
    for place, own in enumerate(ranges):
        runs = count_runs(each for other, of in enumerate(ranges) if other != place for each in of)
        gold = {"soft_labels": soft_labels(runs, others), "hard_labels": hard_labels(runs, others)}
        pairs.append((read_span_labels(gold), read_span_labels({"hard_labels": own})))
    return pairs
