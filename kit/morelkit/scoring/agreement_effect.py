"""Correlation of the agreement of annotators with scores: Spearman’s ρ over items (Mu-SHROOM, table 7)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from morelkit.agreement.measure_declaration import Terms
from morelkit.annotated import agreement_of
from morelkit.scoring.answer_metrics import spearman
from morelkit.scoring.gold import annotated_items, normalization_of
from morelkit.scoring.metric_declaration import CorpusMetric, LabelPairs
from morelkit.scoring.metric_results import CorpusResult, Result
from morelkit.scoring.scores import LanguageResults


def agreement_by_id(path: Path, policy: str) -> dict[str, float | None]:
    """Return the agreement of each item of a file or a release with annotations: None for n < 2."""
    items, scheme = annotated_items(path)
    rows = agreement_of(items, scheme, normalization_of(path, policy))
    return {row.external_id: row.agreement for row in rows}


def with_agreement(language: LanguageResults, agreement: Mapping[str, float | None]) -> LanguageResults:
    """Return the results with the correlation of agreement and each metric that is a mean of items."""
    known = [place for place, id_ in enumerate(language.ids) if agreement.get(id_) is not None]
    values = np.array([agreement[language.ids[place]] for place in known], dtype=np.float64)
    results: dict[str, Result] = dict(language.results)
    for name, scores in language.item_scores.items():
        results[f"agreement_{name}"] = CorpusResult(_correlation(name), (values, scores[known]))
    return replace(language, results=results)


def _correlation(name: str) -> CorpusMetric:
    formula = f"Spearman’s ρ of agreement and {name} over items"
    undefined = "one side is constant, or no item has agreement"
    return CorpusMetric(f"agreement_{name}", 1, formula, _no_terms, spearman, undefined)


def _no_terms(_pairs: LabelPairs) -> Terms:
    raise NotImplementedError("agreement follows from annotations, not from labels")
