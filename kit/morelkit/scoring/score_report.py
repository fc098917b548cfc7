"""The report of scores, as JSON and as a table."""

from typing import Any

from morelkit.scoring.numbers import DECIMALS
from morelkit.scoring.scores import Estimate, LanguageResults, Scores
from morelkit.scoring.tables import Cell, Table


def score_json(scores: Scores) -> dict[str, Any]:
    languages = {
        each.language: {
            "n": each.n,
            **{name: estimate_json(estimate) for name, estimate in each.estimates.items()},
        }
        for each in scores.languages
    }
    return {"signature": scores.signature, "languages": languages}


def score_table(scores: Scores) -> Table:
    names = list(scores.languages[0].estimates)
    columns = ["lang", "n", *(column for name in names for column in (name, f"{name} low", f"{name} high"))]
    rows: list[list[Cell]] = []
    for each in scores.languages:
        figures = [(found.value, found.low, found.high) for found in each.estimates.values()]
        rows.append([each.language, each.n, *(cell for figure in figures for cell in figure)])
    return Table(columns, rows, scores.signature)


def items_json(languages: list[LanguageResults]) -> list[dict[str, Any]]:
    """Return a record for each item with its scores."""
    return [
        {
            "id": id_,
            "lang": each.language,
            **{name: round(float(scores[place]), DECIMALS) for name, scores in each.item_scores.items()},
        }
        for each in languages
        for place, id_ in enumerate(each.ids)
    ]


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    found: dict[str, Any] = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    if estimate.reason:
        found["reason"] = estimate.reason
    return {**found, "signature": estimate.signature}
