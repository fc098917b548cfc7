"""Draw splits by shares: so that groups of items stay together, and so that each stratum has the same shares.

A group is, for example, all items of a question; a stratum all items of a model and a label. Without groups, every
stratum and the whole are within one item of their shares. With groups, both are within the size of the largest group.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

Stratum = tuple[str, ...]

_PASSES: Final = 20
"""Most passes over all groups to come closer to the shares."""


class DrawError(ValueError):
    """No draw satisfies the shares; the message is a sentence."""


class Drawn(NamedTuple):
    """An item: its pseudo-random key, the group that it must stay with ("": none), and its stratum."""

    key: int
    group: str
    stratum: Stratum


def draw_strata(shares: Mapping[str, int], items: Sequence[Drawn]) -> list[str]:
    """Return the split of each item. Within a stratum, splits are drawn in the order of the keys."""
    places: dict[Stratum, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        places[item.stratum].append(place)
    strata = sorted(places)
    sizes = _rounded([len(places[stratum]) for stratum in strata], list(shares.values()))
    drawn = [""] * len(items)
    for stratum, row in zip(strata, sizes, strict=True):
        order = sorted(places[stratum], key=lambda place: items[place].key)
        names = (name for name, size in zip(shares, row, strict=True) for _ in range(size))
        for place, name in zip(order, names, strict=True):
            drawn[place] = name
    return drawn


def _rounded(counts: Sequence[int], shares: Sequence[int]) -> list[list[int]]:
    """Return whole numbers for each count (row) and share (column): rows sum to their counts, and cells and the sums
    of columns are their exact values rounded up or down.
    """
    total = sum(shares)
    exact = [[Fraction(count * share, total) for share in shares] for count in counts]
    cells = [[math.floor(value) for value in row] for row in exact]
    partial = [[value.denominator > 1 for value in row] for row in exact]
    sums = [sum(column) for column in zip(*cells, strict=True)] if cells else [0] * len(shares)
    columns = [Fraction(sum(counts) * share, total) for share in shares]
    rounding = _Rounding(partial, [count - sum(row) for count, row in zip(counts, cells, strict=True)])
    rounding.fill([math.floor(value) - done for value, done in zip(columns, sums, strict=True)])
    rounding.fill([math.ceil(value) - done for value, done in zip(columns, sums, strict=True)])
    return [
        [cell + up for cell, up in zip(row, ups, strict=True)]
        for row, ups in zip(cells, rounding.up, strict=True)
    ]


class _Rounding:
    """Choose the cells that are rounded up, as a flow from rows to columns. `left`: how many each row still needs."""

    def __init__(self, partial: Sequence[Sequence[bool]], left: list[int]) -> None:
        self.up = [[False] * len(row) for row in partial]
        self._partial = partial
        self._left = left
        self._sums = [0] * (len(partial[0]) if partial else 0)

    def fill(self, most: Sequence[int]) -> None:
        """Round up as many cells as rows need and columns allow."""
        for row in range(len(self._left)):
            while self._left[row] and self._place(row, most):
                self._left[row] -= 1

    def _place(self, start: int, most: Sequence[int]) -> bool:
        """Round up a cell of the row, and move others to other columns if its columns are full."""
        came_from: dict[int, tuple[int, int | None]] = {}  # column → row, and the column that the row left
        queue: list[tuple[int, int | None]] = [(start, None)]
        for row, left in queue:
            for column, possible in enumerate(self._partial[row]):
                if not possible or self.up[row][column] or column in came_from:
                    continue
                came_from[column] = (row, left)
                if self._sums[column] < most[column]:
                    self._move(column, came_from)
                    return True
                queue += [(other, column) for other, ups in enumerate(self.up) if ups[column]]
        return False

    def _move(self, column: int, came_from: Mapping[int, tuple[int, int | None]]) -> None:
        self._sums[column] += 1
        following: int | None = column
        while following is not None:
            row, left = came_from[following]
            self.up[row][following] = True
            if left is not None:
                self.up[row][left] = False
            following = left


@dataclass
class _Group:
    key: int
    places: list[int] = field(default_factory=list)
    strata: Counter[Stratum] = field(default_factory=Counter)
    split: str = ""


def draw_groups(shares: Mapping[str, int], items: Sequence[Drawn]) -> list[str]:
    """Return the split of each item, the same for all items of a group. Raises `DrawError`."""
    groups: dict[str, _Group] = {}
    for place, item in enumerate(items):
        group = groups.setdefault(item.group, _Group(item.key))
        group.key = min(group.key, item.key)
        group.places.append(place)
        group.strata[item.stratum] += 1
        group.strata[_WHOLE] += 1
    drawing = _GroupDrawing(shares, groups)
    drawing.run()
    drawn = [""] * len(items)
    for group in groups.values():
        for place in group.places:
            drawn[place] = group.split
    return drawn


_WHOLE: Final[Stratum] = ("\0",)
"""All strata together: no text has this character."""


class _GroupDrawing:
    """Give groups to splits, the largest first, each to where the shares of its strata come closest."""

    def __init__(self, shares: Mapping[str, int], groups: Mapping[str, _Group]) -> None:
        self._names = list(shares)
        self._total = sum(shares.values())
        self._shares = dict(shares)
        self._named = groups
        self._groups = sorted(groups.values(), key=lambda group: (-len(group.places), group.key))
        self._counts: Counter[Stratum] = Counter()
        for group in self._groups:
            self._counts.update(group.strata)
        # Deviations times the sum of the shares, so that they are whole numbers.
        self._off = {
            (stratum, name): -count * share
            for stratum, count in self._counts.items()
            for name, share in shares.items()
        }

    def run(self) -> None:
        self._check_sizes()
        for group in self._groups:
            self._put(group, min(self._names, key=lambda name: self._cost(group, name)))
        for _ in range(_PASSES):
            if self._is_close() or not self._improve():
                break
        if not self._is_close():
            raise DrawError("Groups of items stay together, and no draw of them comes close to these shares.")
        if empty := [name for name in self._names if not any(group.split == name for group in self._groups)]:
            raise DrawError(f"The split “{empty[0]}” would be empty: there are too few groups of items.")

    def _check_sizes(self) -> None:
        if self._groups and len(self._groups) < len(self._names):
            raise DrawError(
                f"There are {len(self._groups)} groups of items for {len(self._names)} splits: a split would be empty."
            )
        count = self._counts[_WHOLE]
        largest = math.ceil(max(Fraction(share * count, self._total) for share in self._shares.values()))
        for name, group in self._named.items():
            if len(group.places) > largest:
                raise DrawError(
                    f"The group “{name[:80]}” has {len(group.places)} items, more than any split by these shares."
                )

    def _cost(self, group: _Group, name: str) -> int:
        """Return how much the squared deviations grow if the group is added to the split."""
        return sum(
            (step := number * self._total) * (2 * self._off[stratum, name] + step)
            for stratum, number in group.strata.items()
        )

    def _put(self, group: _Group, name: str) -> None:
        for stratum, number in group.strata.items():
            if group.split:
                self._off[stratum, group.split] -= number * self._total
            self._off[stratum, name] += number * self._total
        group.split = name

    def _is_close(self) -> bool:
        largest = len(self._groups[0].places) if self._groups else 0
        return all(abs(off) <= largest * self._total for off in self._off.values())

    def _improve(self) -> bool:
        """Move groups, or exchange them, where that reduces the squared deviations. Returns whether any was moved."""
        moved = False
        for group in self._groups:
            home = group.split
            best, change = home, 0
            for name in self._names:
                if name != home and (gain := self._change(group, name)) < change:
                    best, change = name, gain
            if best != home:
                self._put(group, best)
                moved = True
        return moved or self._exchange()

    def _change(self, group: _Group, name: str) -> int:
        removed = sum(
            (step := number * self._total) * (step - 2 * self._off[stratum, group.split])
            for stratum, number in group.strata.items()
        )
        return removed + self._cost(group, name)

    def _exchange(self) -> bool:
        for one, other in self._pairs():
            first, second = one.split, other.split
            before = self._squares(one, other)
            self._put(one, second)
            self._put(other, first)
            if self._squares(one, other) < before:
                return True
            self._put(one, first)
            self._put(other, second)
        return False

    def _pairs(self) -> Iterator[tuple[_Group, _Group]]:
        some = self._groups[:200]
        return ((one, other) for one in some for other in some if one.split < other.split)

    def _squares(self, one: _Group, other: _Group) -> int:
        strata = one.strata.keys() | other.strata.keys()
        return sum(self._off[stratum, name] ** 2 for stratum in strata for name in self._names)
