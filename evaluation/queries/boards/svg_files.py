"""Figures of boards as SVG. Every text is escaped; nothing in a figure runs or is loaded."""

from collections.abc import Sequence
from html import escape
from math import ceil
from typing import Final

from evaluation.queries.boards.board_types import BoardRow
from evaluation.queries.boards.past_types import DayCount

_INK, _SOFT, _RULE, _ACCENT = "#333333", "#666666", "#dddddd", "#2f6f6a"
_HEAT: Final = ("#ffffff", "#dcebe8", "#b3d3ce", "#83b5ae", "#4f918a", "#2f6f6a")
_ROW: Final = 22
_NAMES: Final = 220
_PLOT: Final = 360
_CELL: Final = 26
_TOP: Final = 46
_MOST_NAME: Final = 32


class Svg:
    """An image to which shapes are added. Sizes are in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
        self._parts = [f"<title>{_xml(title)}</title>"]
        self.rectangle(0, 0, width, height, "#ffffff")

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self._parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1) -> None:
        self._parts.append(
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{stroke}" stroke-width="{width:g}"/>'
        )

    def dot(self, x: float, y: float, *, filled: bool) -> None:
        fill = _INK if filled else "#ffffff"
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.5" fill="{fill}" stroke="{_INK}"/>')

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", fill: str = _INK, size: int = 12
    ) -> None:
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" font-size="{size}" '
            f'direction="ltr" unicode-bidi="plaintext">{_xml(text)}</text>'
        )

    def __str__(self) -> str:
        body = "\n".join(self._parts)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<svg xmlns="http://www.w3.org/2000/svg" {self._size} font-family="sans-serif" role="img">\n'
            f"{body}\n</svg>\n"
        )


def board_svg(title: str, metric: str, rows: Sequence[BoardRow], signature: str) -> str:
    """Return the score of each row with its interval. Rows that are not ranked have a hollow dot."""
    height = _TOP + _ROW * len(rows) + 50
    image = Svg(_NAMES + _PLOT + 110, height, title)
    image.text(12, 20, title, size=14)
    values = [row.values[metric] for row in rows if metric in row.values]
    numbers = [each for value in values for each in (value.value, value.low, value.high) if each is not None]
    low, high = min([*numbers, 0.0]), max([*numbers, 1.0])

    def place(value: float) -> float:
        return _NAMES + (value - low) / (high - low) * _PLOT

    bottom = _TOP + _ROW * len(rows)
    for tick in range(5):
        value = low + (high - low) * tick / 4
        image.line(place(value), _TOP - 8, place(value), bottom, _RULE)
        image.text(place(value), bottom + 16, f"{value:.2f}", anchor="middle", fill=_SOFT, size=11)
    image.text(_NAMES + _PLOT / 2, bottom + 32, metric, anchor="middle", fill=_SOFT, size=11)
    for number, row in enumerate(rows):
        y = _TOP + _ROW * number + _ROW / 2
        image.text(30, y + 4, "–" if row.rank is None else str(row.rank), anchor="end", fill=_SOFT)
        image.text(40, y + 4, _short(row.name))
        score = row.values.get(metric)
        if score is None or score.value is None:
            image.text(_NAMES + _PLOT + 16, y + 4, "–")
            continue
        if score.low is not None and score.high is not None:
            image.line(place(score.low), y, place(score.high), y, _ACCENT, 2)
        image.dot(place(score.value), y, filled=row.rank is not None)
        image.text(_NAMES + _PLOT + 16, y + 4, f"{score.value:.4f}")
    image.text(12, height - 6, signature, fill=_SOFT, size=9)
    return str(image)


def heat_map_svg(
    title: str, names: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[float]], signature: str
) -> str:
    """Return probabilities by row and column, with their percentages in the cells."""
    width = _NAMES + _CELL * len(columns) + 20
    height = _TOP + 20 + _CELL * len(names) + 30
    image = Svg(max(width, 460), height, title)
    image.text(12, 20, title, size=14)
    for column, name in enumerate(columns):
        image.text(_NAMES + _CELL * (column + 0.5), _TOP + 12, name, anchor="middle", fill=_SOFT, size=10)
    for number, (name, row) in enumerate(zip(names, cells, strict=True)):
        y = _TOP + 20 + _CELL * number
        image.text(12, y + 17, _short(name))
        for column, share in enumerate(row):
            step = min(ceil(share * (len(_HEAT) - 1)), len(_HEAT) - 1)
            x = _NAMES + _CELL * column
            image.rectangle(x, y, _CELL - 1, _CELL - 1, _HEAT[step])
            if share >= 0.005:
                fill = "#ffffff" if step >= 4 else _INK
                image.text(x + _CELL / 2, y + 17, f"{100 * share:.0f}", anchor="middle", fill=fill, size=10)
    image.text(12, height - 6, signature, fill=_SOFT, size=9)
    return str(image)


def days_svg(title: str, days: Sequence[DayCount]) -> str:
    """Return the submissions of each day, and how many of them were scored."""
    first = days[0].day.toordinal() if days else 0
    count = days[-1].day.toordinal() - first + 1 if days else 1
    bar = max(2.0, min(24.0, 600 / count))
    width, height, floor = 80 + bar * count, 260, 210
    image = Svg(max(width, 320), height, title)
    image.text(12, 20, title, size=14)
    most = max((each.submissions for each in days), default=1)
    image.line(50, floor, 50 + bar * count, floor, _INK)
    image.text(44, floor, "0", anchor="end", fill=_SOFT, size=11)
    image.text(44, 54, str(most), anchor="end", fill=_SOFT, size=11)
    for each in days:
        x = 50 + bar * (each.day.toordinal() - first)
        for number, fill in ((each.submissions, _HEAT[2]), (each.scored, _ACCENT)):
            tall = 160 * number / most
            image.rectangle(x, floor - tall, bar - 1, tall, fill)
    if days:
        image.text(50, floor + 18, days[0].day.isoformat(), fill=_SOFT, size=11)
        if count > 1:
            last = days[-1].day.isoformat()
            image.text(50 + bar * count, floor + 18, last, anchor="end", fill=_SOFT, size=11)
    image.text(50, floor + 36, "dark: scored, light: all (UTC days)", fill=_SOFT, size=11)
    return str(image)


def _short(name: str) -> str:
    return name if len(name) <= _MOST_NAME else f"{name[: _MOST_NAME - 1]}…"


def _xml(text: str) -> str:
    """Return text for an XML document: escaped, without characters that XML does not allow."""
    return escape("".join(character for character in text if _allowed(character)))


def _allowed(character: str) -> bool:
    code = ord(character)
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
