"""The reports of boards and of differences, as JSON and as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from morelkit.scoring.difference import Difference
from morelkit.scoring.metric_declaration import Metric
from morelkit.scoring.property_effects import PropertyEffect
from morelkit.scoring.ranking import Board, RankedSystem
from morelkit.scoring.scores import LanguageResults
from morelkit.scoring.tables import Cell, Table

HUMAN: Final = "human (n − 1 voters)"
"""An unranked row: its gold follows from one annotator less than that of systems."""


def boards_json(
    signature: str,
    metric: str,
    boards: list[Board],
    effects: Mapping[str, list[PropertyEffect]],
    people: Mapping[str, LanguageResults],
) -> dict[str, Any]:
    """Return the boards by language. `effects` of properties and `people`, held-out annotators: by language."""
    languages = {
        board.language: {
            "n": board.n,
            "systems": [_system_json(each, metric) for each in board.systems],
            "win_probabilities": _wins_json(board),
            **({"human": _human_json(people[board.language])} if board.language in people else {}),
            **({"properties": _effects_json(effects[board.language])} if effects else {}),
        }
        for board in boards
    }
    return {"signature": signature, "metric": metric, "languages": languages}


def boards_table(
    signature: str, metrics: Sequence[Metric], boards: list[Board], people: Mapping[str, LanguageResults]
) -> Table:
    names = [metric.name for metric in metrics]
    columns = ["lang", "rank", "tier", "system", *names]
    columns += [f"{names[0]} low", f"{names[0]} high", "Pr(rank)", "rank low", "rank high"]
    rows: list[list[Cell]] = []
    apart = set()
    for board in boards:
        for each in board.systems:
            ranked = [board.language, each.rank, each.tier, each.name, *each.scores.values()]
            certain = [each.low, each.high, each.win_over_next, each.rank_low, each.rank_high]
            rows.append([*ranked, *certain])
        if board.language in people:
            human = people[board.language].results
            values = [human[name].value if name in human else None for name in names]
            apart.add(len(rows))
            rows.append([board.language, None, None, HUMAN, *values, *[None] * 5])
    lowest = frozenset(metric.name for metric in metrics if metric.sign < 0)
    return Table(columns, rows, signature, frozenset(names), lowest, "lang", frozenset(apart))


def _human_json(human: LanguageResults) -> dict[str, Any]:
    values = {name: {"value": each.value} for name, each in human.results.items()}
    return {"name": HUMAN, "n": len(human.ids), **values}


def effects_table(signature: str, effects: Mapping[str, list[PropertyEffect]]) -> Table:
    columns = ["lang", "property", "with", "without", "U", "f", "p"]
    rows = [[language, *asdict(each).values()] for language, found in effects.items() for each in found]
    return Table(columns, rows, signature)


def _effects_json(effects: list[PropertyEffect]) -> dict[str, Any]:
    values = {each.name: asdict(each) for each in effects}
    return {name: {key: each[key] for key in each if key != "name"} for name, each in values.items()}


def differences_json(
    signature: str, languages: Mapping[str, tuple[int, dict[str, Difference]]]
) -> dict[str, Any]:
    by_language = {
        language: {"n": n, **{metric: asdict(found) for metric, found in by_metric.items()}}
        for language, (n, by_metric) in languages.items()
    }
    return {"signature": signature, "languages": by_language}


def differences_table(signature: str, languages: Mapping[str, tuple[int, dict[str, Difference]]]) -> Table:
    columns = [
        "lang",
        "n",
        "metric",
        "A",
        "B",
        "A − B",
        "low",
        "high",
        "sign",
        "A better",
        "B better",
        "equal",
    ]
    rows: list[list[Cell]] = [
        [language, n, metric, *asdict(found).values()]
        for language, (n, by_metric) in languages.items()
        for metric, found in by_metric.items()
    ]
    return Table(columns, rows, signature)


def _system_json(system: RankedSystem, metric: str) -> dict[str, Any]:
    return {
        "rank": system.rank,
        "tier": system.tier,
        "name": system.name,
        **{
            name: {"value": value, "low": system.low, "high": system.high}
            if name == metric
            else {"value": value}
            for name, value in system.scores.items()
        },
        "win_over_next": system.win_over_next,
        "rank_interval": [system.rank_low, system.rank_high],
        "rank_probabilities": system.rank_probabilities,
    }


def _wins_json(board: Board) -> dict[str, dict[str, float]]:
    names = [system.name for system in board.systems]
    return {
        name: {other: float(share) for other, share in zip(names, shares, strict=True) if other != name}
        for name, shares in zip(names, board.wins, strict=True)
    }
