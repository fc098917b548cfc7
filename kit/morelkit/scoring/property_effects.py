"""The effect of properties of systems on their scores (Mu-SHROOM, table 6).

A property divides the systems of a board in two. The Mann–Whitney test compares their scores; f = U / (n₁ · n₂) is the
share of pairs in which the system with the property has the higher score, ties counted one half.
"""

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scipy.stats import mannwhitneyu

from morelkit.scoring.ranking import Board

NAME: Final = "name"
_HAS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("1", "y", "yes", "true", "x"), True),
    **dict.fromkeys(("", "0", "n", "no", "false"), False),
}

Properties = dict[str, dict[str, bool]]
"""Whether a system has a property: by property and name of the system."""


class PropertiesError(ValueError):
    """The table of properties cannot be used. The message names file, line and reason."""


@dataclass(frozen=True, slots=True)
class PropertyEffect:
    """`with_it` and `without`: systems of each kind. Without one of them, `u`, `f` and the two-sided `p` are None."""

    name: str
    with_it: int
    without: int
    u: float | None
    f: float | None
    p: float | None


def read_properties(path: Path, systems: Iterable[str]) -> Properties:
    """Read a CSV file (or TSV) with a column `name` and one column for each property, and all `systems` in rows.

    Raises `PropertiesError` and `OSError`.
    """
    (_, columns), *rows = _rows(path) or [(1, [])]
    if columns.count(NAME) != 1 or len(columns) < 2:
        raise PropertiesError(f"{path}:1: The table needs a column “{NAME}” and one for each property.")
    if repeated := next((column for column in columns if columns.count(column) > 1), None):
        raise PropertiesError(f"{path}:1: Two columns have the name “{repeated}”.")
    properties: Properties = {column: {} for column in columns if column != NAME}
    for line, cells in rows:
        if cells:
            _add_row(f"{path}:{line}", columns, cells, properties)
    if missing := next((name for name in systems if name not in next(iter(properties.values()))), None):
        raise PropertiesError(f"{path}: No row has the name “{missing}”.")
    return properties


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """Return the cells of each row, with its line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file, delimiter="\t" if path.suffix == ".tsv" else ",")
            return [(rows.line_num, cells) for cells in rows]
    except (UnicodeDecodeError, csv.Error) as error:
        raise PropertiesError(f"{path}: The table cannot be read: {error}.") from error


def _add_row(where: str, columns: Sequence[str], cells: Sequence[str], properties: Properties) -> None:
    if len(cells) != len(columns):
        raise PropertiesError(f"{where}: There are {len(cells)} cells for {len(columns)} columns.")
    row = dict(zip(columns, cells, strict=True))
    for column, of_systems in properties.items():
        value = row[column].strip().lower()
        if value not in _HAS:
            raise PropertiesError(f"{where}: {column} is “{value}”, not yes or no.")
        if row[NAME] in of_systems:
            raise PropertiesError(f"{where}: Another row has the name “{row[NAME]}”.")
        of_systems[row[NAME]] = _HAS[value]


def property_effects(board: Board, properties: Properties) -> list[PropertyEffect]:
    """Return the effect of each property on the first metric of a board."""
    metric = next(iter(board.systems[0].scores))
    scores = {system.name: system.scores[metric] for system in board.systems}
    effects = []
    for name, has in properties.items():
        with_it = [score for system, score in scores.items() if has[system]]
        without = [score for system, score in scores.items() if not has[system]]
        u = f = p = None
        if with_it and without:
            found = mannwhitneyu(with_it, without)
            u, p = float(found.statistic), float(found.pvalue)
            f, p = u / (len(with_it) * len(without)), None if math.isnan(p) else p
        effects.append(PropertyEffect(name, len(with_it), len(without), u, f, p))
    return effects
