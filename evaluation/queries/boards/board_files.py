"""Boards, analyses and comparisons of two systems as files: CSV, JSON, LaTeX and SVG."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from typing import Any, Final

from evaluation.queries.boards.board import Board, wins
from evaluation.queries.boards.board_types import BoardRow, Comparison
from evaluation.queries.boards.past_types import AnalysisData
from evaluation.queries.boards.svg_files import board_svg, days_svg, heat_map_svg
from morelkit.scoring.numbers import json_text
from morelkit.scoring.tables import Cell, Table, render

MEDIA_TYPES: Final[Mapping[str, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "tex": "application/x-tex; charset=utf-8",
    "svg": "image/svg+xml",
}
BOARD_FILES: Final = tuple(
    f"{name}.{suffix}" for name in ("board", "wins", "ranks") for suffix in MEDIA_TYPES
)
ANALYSIS_FILES: Final = (
    *(f"{name}.{suffix}" for name in ("agreement", "effects", "days") for suffix in ("csv", "json", "tex")),
    "days.svg",
)
COMPARISON_FILES: Final = tuple(
    f"{name}.{suffix}" for name in ("comparison", "items") for suffix in ("csv", "json", "tex")
)
_RENDERED: Final = {"csv": "csv", "tex": "latex"}


@dataclass(frozen=True, slots=True)
class BoardFile:
    content: bytes
    media_type: str
    filename: str


def board_file(of: Board, name: str) -> BoardFile:
    """Return a file of a board. `name`: one of `BOARD_FILES`."""
    kind, _, suffix = name.partition(".")
    if suffix == "json":
        content = json_text(_plain({"board": of.data, "wins": wins(of), "ranks": of.data}[kind]))
    elif suffix == "svg":
        content = _SVG[kind](of)
    else:
        content = render(_TABLES[kind](of), _RENDERED[suffix])
    return _file_of(of, name, content)


def analysis_file(of: Board, analysis: AnalysisData, name: str) -> BoardFile:
    """Return a file of an analysis. `name`: one of `ANALYSIS_FILES`."""
    kind, _, suffix = name.partition(".")
    if suffix == "json":
        found = _plain(getattr(analysis, kind))
        content = json_text({"signature": analysis.signature, "metric": analysis.metric, kind: found})
    elif suffix == "svg":
        content = days_svg(f"{of.reader.here.task.name}: submissions per day", analysis.days)
    else:
        content = render(_analysis_table(analysis, kind), _RENDERED[suffix])
    return _file_of(of, name, content)


def comparison_file(of: Comparison, name: str) -> BoardFile:
    """Return a file of a comparison. `name`: one of `COMPARISON_FILES`."""
    kind, _, suffix = name.partition(".")
    if suffix == "json":
        of_items = ("signature", "metric", "a", "b", "items")
        found = _plain(of)
        content = json_text({key: found[key] for key in of_items} if kind == "items" else found)
    else:
        table = _items_table(of) if kind == "items" else _comparison_table(of)
        content = render(table, _RENDERED[suffix])
    systems = f"{of.a.submission}-{of.b.submission}"
    return _file([of.task, of.phase, of.track, kind, systems, of.metric], suffix, content)


def _file_of(of: Board, name: str, content: str) -> BoardFile:
    kind, _, suffix = name.partition(".")
    data = of.data
    parts = [data.task, data.phase, data.track, kind, *([data.metric] if data.metric else [])]
    return _file(parts, suffix, content)


def _file(parts: Sequence[str], suffix: str, content: str) -> BoardFile:
    return BoardFile(content.encode(), MEDIA_TYPES[suffix], f"{'.'.join(parts)}.{suffix}")


def _board_table(of: Board) -> Table:
    names = [metric.name for metric in of.data.metrics]
    figures = [column for name in names for column in (name, f"{name} low", f"{name} high")]
    columns = ["rank", "tier", "team", "system", *figures, "Pr(rank)", "rank low", "rank high", "scored"]
    rows: list[list[Cell]] = []
    for row in of.data.rows:
        cells: list[Cell] = [row.rank, row.tier, row.name, row.system]
        for name in names:
            score = row.values.get(name)
            cells += [score.value, score.low, score.high] if score else [None] * 3
        rows.append([*cells, row.win_over_next, row.rank_low, row.rank_high, row.scored])
    lowest = frozenset(metric.name for metric in of.data.metrics if metric.lower_is_better)
    apart = frozenset(place for place, row in enumerate(of.data.rows) if row.rank is None)
    return Table(columns, rows, of.data.signature, frozenset(names), lowest, "", apart)


def _wins_table(of: Board) -> Table:
    found = wins(of)
    names = [each.name for each in found.names]
    rows: list[list[Cell]] = [
        [name, *(None if i == j else share for j, share in enumerate(shares))]
        for i, (name, shares) in enumerate(zip(names, found.wins, strict=True))
    ]
    return Table(["team", *names], rows, found.signature)


def _ranks_table(of: Board) -> Table:
    rows = _with_probabilities(of)
    columns = ["rank", "team", *(f"Pr({rank})" for rank in range(1, _ranks(rows) + 1))]
    return Table(
        columns, [[row.rank, row.name, *(row.rank_probabilities or ())] for row in rows], of.data.signature
    )


def _with_probabilities(of: Board) -> list[BoardRow]:
    return [row for row in of.data.rows if row.rank_probabilities is not None]


def _ranks(rows: Sequence[BoardRow]) -> int:
    return max((len(row.rank_probabilities or ()) for row in rows), default=0)


def _board_figure(of: Board) -> str:
    return board_svg(_title(of, "board"), of.metric, of.data.rows, of.data.signature)


def _wins_figure(of: Board) -> str:
    found = wins(of)
    names = [each.name for each in found.names]
    columns = [str(place) for place in range(1, len(names) + 1)]
    title = _title(of, "win probabilities, % (row over column)")
    return heat_map_svg(title, names, columns, found.wins, of.data.signature)


def _ranks_figure(of: Board) -> str:
    rows = _with_probabilities(of)
    columns = [str(rank) for rank in range(1, _ranks(rows) + 1)]
    cells = [row.rank_probabilities or [] for row in rows]
    title = _title(of, "rank probabilities, %")
    return heat_map_svg(title, [row.name for row in rows], columns, cells, of.data.signature)


def _title(of: Board, what: str) -> str:
    return f"{of.reader.here.task.name}, {of.reader.track.name}, {of.reader.phase.name}: {what}"


def _analysis_table(analysis: AnalysisData, kind: str) -> Table:
    rows: list[list[Cell]]
    if kind == "agreement":
        names = [metric.name for metric in analysis.metrics if metric.mean_of_items]
        columns = ["rank", "team", *(f"ρ {name}" for name in names), "n"]
        rows = [
            [each.rank, each.name, *(each.rho.get(name) for name in names), each.n]
            for each in analysis.agreement
        ]
    elif kind == "effects":
        columns = ["property", "question", "with", "without", "U", "f", "p"]
        rows = [
            [each.key, each.question, each.with_it, each.without, each.u, each.f, each.p]
            for each in analysis.effects
        ]
    else:
        columns = ["day", "submissions", "scored", "teams"]
        rows = [[each.day.isoformat(), each.submissions, each.scored, each.teams] for each in analysis.days]
    return Table(columns, rows, analysis.signature)


def _comparison_table(of: Comparison) -> Table:
    columns = ["metric", "A", "system A", "B", "system B", "score A", "score B"]
    cells: list[Cell] = [of.metric, of.a.name, of.a.system, of.b.name, of.b.system, of.a.value, of.b.value]
    columns += ["A − B", "low", "high", "A better", "equal", "B better", "n"]
    cells += [of.difference, of.low, of.high, of.a_better, of.equal, of.b_better, of.n]
    return Table(columns, [cells], of.signature)


def _items_table(of: Comparison) -> Table:
    better = {1: "A", 0: "equal", -1: "B"}
    columns = ["item", f"A: {of.a.name}", f"B: {of.b.name}", "A − B", "better"]
    rows: list[list[Cell]] = [
        [each.id, each.a, each.b, each.difference, better[each.sign]] for each in of.items
    ]
    return Table(columns, rows, of.signature)


def _plain(value: Any) -> Any:
    """Return dataclasses as JSON values."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.isoformat() if isinstance(value, datetime | date) else value


_TABLES: Final[Mapping[str, Callable[[Board], Table]]] = {
    "board": _board_table,
    "wins": _wins_table,
    "ranks": _ranks_table,
}
_SVG: Final[Mapping[str, Callable[[Board], str]]] = {
    "board": _board_figure,
    "wins": _wins_figure,
    "ranks": _ranks_figure,
}
