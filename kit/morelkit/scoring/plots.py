"""Plots of scores and rankings as SVG, PDF or PNG, by the suffix of the file. They need matplotlib (`morelkit[plots]`).

Every plot carries its signature, and identical input gives identical files with the same version of matplotlib.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from morelkit.agreement.arrays import Floats
from morelkit.scoring.ranking import Board
from morelkit.scoring.scores import LanguageResults

FORMATS: Final = ("svg", "pdf", "png")
_BINS: Final = 20
_LEAST_WIDTH: Final = 5.2  # inches of a signature
_MOST_WITH_NUMBERS: Final = 20  # systems of a heat map whose cells show their numbers
_INK, _ACCENT, _PALE = "#333333", "#2f6f9f", "#eeeeee"
_WITHOUT_DATE: Final = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


class PlotError(ValueError):
    """There is no plot. The message says why."""


def plot_distribution(languages: Sequence[LanguageResults], signature: str, path: Path) -> None:
    """Write how the scores of items are distributed: a row of histograms for each language.

    Raises `PlotError` and `OSError`.
    """
    names = list(languages[0].item_scores)
    if not names:
        raise PlotError("These metrics have no scores of items.")
    figure, axes = _grid(path, len(languages), len(names), width=3.2, height=2.0)
    lowest = {
        name: -1.0 if any(each.item_scores[name].min() < 0 for each in languages) else 0.0 for name in names
    }
    for row, language in zip(axes, languages, strict=True):
        for axis, (name, scores) in zip(row, language.item_scores.items(), strict=True):
            axis.hist(scores, bins=_BINS, range=(lowest[name], 1.0), color=_ACCENT)
            axis.axvline(scores.mean(), color=_INK, linewidth=1)
            axis.set_title(f"{language.language}, n = {len(scores)}", fontsize=9)
            axis.set_xlabel(name)
            axis.set_ylabel("items")
    _save(figure, signature, path)


def plot_rank_intervals(boards: Sequence[Board], metric: str, signature: str, path: Path) -> None:
    """Write the score of each system with its interval, and the interval of its rank. Raises as above."""
    most = max(len(board.systems) for board in boards)
    figure, axes = _grid(path, len(boards), 2, width=3.6, height=1.0 + 0.22 * most)
    for row, board in zip(axes, boards, strict=True):
        places = range(len(board.systems))
        values = [each.scores[metric] for each in board.systems]
        lows = [each.low for each in board.systems]
        highs = [each.high for each in board.systems]
        row[0].hlines(places, lows, highs, color=_ACCENT)
        row[0].plot(values, places, "o", color=_INK, markersize=4)
        row[0].set_yticks(places, [each.name for each in board.systems], fontsize=8)
        row[0].set_xlabel(metric)
        row[1].hlines(
            places,
            [each.rank_low for each in board.systems],
            [each.rank_high for each in board.systems],
            color=_ACCENT,
        )
        row[1].plot([each.rank for each in board.systems], places, "o", color=_INK, markersize=4)
        row[1].set_yticks(places, [f"tier {each.tier}" for each in board.systems], fontsize=8)
        row[1].set_xticks(range(1, len(places) + 1, 1 + len(places) // 10))
        row[1].set_xlabel("rank")
        for axis in row:
            axis.set_ylim(len(places) - 0.5, -0.5)  # the best on top
            axis.set_title(f"{board.language}, n = {board.n}", fontsize=9)
    _save(figure, signature, path)


def plot_win_probabilities(boards: Sequence[Board], signature: str, path: Path) -> None:
    """Write a heat map of the win probabilities of each language: of rows over columns. Raises as above."""
    most = max(len(board.systems) for board in boards)
    size = 1.6 + 0.32 * most
    figure, axes = _grid(path, len(boards), 1, width=size + 0.8, height=size)
    for (axis,), board in zip(axes, boards, strict=True):
        names = [each.name for each in board.systems]
        others = np.where(np.eye(len(names), dtype=bool), np.nan, board.wins)
        image = axis.imshow(others, vmin=0, vmax=1, cmap="cividis")
        axis.set_facecolor(_PALE)
        if len(names) <= _MOST_WITH_NUMBERS:
            _write_numbers(axis, others)
        axis.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
        axis.set_yticks(range(len(names)), names, fontsize=7)
        axis.set_title(f"{board.language}, n = {board.n}", fontsize=9)
        figure.colorbar(image, ax=axis, label="win probability", aspect=40)
    _save(figure, signature, path)


def _write_numbers(axis: Any, wins: Floats) -> None:
    for (row, column), share in np.ndenumerate(wins):
        if not np.isnan(share):
            color = _INK if share > 0.5 else "white"  # on yellow, on blue
            axis.text(column, row, f"{share:.2f}", ha="center", va="center", fontsize=6, color=color)


def _grid(path: Path, rows: int, columns: int, *, width: float, height: float) -> tuple[Any, Any]:
    if _format(path) not in FORMATS:
        raise PlotError(f"{path}: The name of a plot ends in .{', .'.join(FORMATS)}.")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotError("Plots need matplotlib: pip install 'morelkit[plots]'.") from error
    mpl.rcParams["svg.hashsalt"] = "morelkit"  # ids of elements are then the same each time
    mpl.rcParams["text.parse_math"] = False  # a $ in the name of a system is a $
    mpl.rcParams["font.size"] = 8
    figure = Figure(figsize=(max(width * columns, _LEAST_WIDTH), height * rows + 0.4), layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False)


def _format(path: Path) -> str:
    return path.suffix[1:].lower()


def _save(figure: Any, signature: str, path: Path) -> None:
    figure.supxlabel(signature, fontsize=6, color=_INK)
    suffix = _format(path)
    figure.savefig(path, format=suffix, dpi=150, metadata=_WITHOUT_DATE[suffix])
