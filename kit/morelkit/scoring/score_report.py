"""The report of scores, as JSON and as a table."""

from dataclasses import replace
from typing import Any

from morelkit.scoring.numbers import DECIMALS
from morelkit.scoring.scores import Estimate, GroupScores, LanguageResults, LanguageScores, Scores
from morelkit.scoring.tables import Cell, Table


def score_json(scores: Scores, cost: float | None = None) -> dict[str, Any]:
    """Return the scores by language. `cost`: seconds for all items, as the participant reports them (Cost@N)."""
    languages = {
        each.language: {
            **group_json(each.scores),
            **({"by": _slices_json(each)} if each.slices else {}),
        }
        for each in scores.languages
    }
    reported = {} if cost is None else {"cost": {"n": _items(scores), "seconds": cost}}
    return {"signature": scores.signature, **reported, "languages": languages}


def score_table(scores: Scores, cost: float | None = None) -> Table:
    table = _score_table(scores)
    if cost is None:
        return table
    rows = [[*row, cost] for row in table.rows]
    return replace(table, columns=[*table.columns, f"cost@{_items(scores)}"], rows=rows)


def _items(scores: Scores) -> int:
    return sum(each.scores.n for each in scores.languages)


def _score_table(scores: Scores) -> Table:
    names = list(scores.languages[0].scores.estimates)
    figures = [column for name in names for column in (name, f"{name} low", f"{name} high")]
    if not any(each.slices for each in scores.languages):
        rows: list[list[Cell]] = [[each.language, *_cells(each.scores, names)] for each in scores.languages]
        return Table(["lang", "n", *figures], rows, scores.signature)
    rows = []
    for each in scores.languages:
        rows.append([each.language, "", "", *_cells(each.scores, names)])
        for field, by_slice in each.slices.items():
            rows += [[each.language, field, name, *_cells(group, names)] for name, group in by_slice.items()]
    return Table(["lang", "by", "slice", "n", *figures], rows, scores.signature)


def _cells(group: GroupScores, names: list[str]) -> list[Cell]:
    """Return n, then value, low and high of each metric; nothing for metrics that slices do not have."""
    cells: list[Cell] = [group.n]
    for name in names:
        found = group.estimates.get(name)
        cells += [found.value, found.low, found.high] if found else [None] * 3
    return cells


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


def group_json(group: GroupScores) -> dict[str, Any]:
    return {"n": group.n, **{name: estimate_json(each) for name, each in group.estimates.items()}}


def _slices_json(language: LanguageScores) -> dict[str, dict[str, Any]]:
    return {
        field: {name: group_json(group) for name, group in by_slice.items()}
        for field, by_slice in language.slices.items()
    }


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    found: dict[str, Any] = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    if estimate.reason:
        found["reason"] = estimate.reason
    return {**found, "signature": estimate.signature}
