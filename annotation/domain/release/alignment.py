"""Read files that should tell of the same items, side by side, and stay in step where they do not.

Nothing is held but a few lines ahead, and these only while the files disagree: a line that is missing in one, or that
stands in one alone, costs no more than itself.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_AHEAD: Final = 500
"""Lines looked through for an id."""


@dataclass(frozen=True, slots=True)
class Line:
    """Of a file. `content` is as it stands there, `value` what it says."""

    id: str
    number: int
    content: bytes
    value: Any


class _Ahead:
    """A file with the lines that were read and not yet taken."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._read: deque[Line] = deque()
        self._ids: Counter[str] = Counter()

    @property
    def head(self) -> Line | None:
        return self._read[0] if self._read or self._more() else None

    def holds(self, id_: str) -> bool:
        while not self._ids[id_] and self._more():
            pass
        return self._ids[id_] > 0

    def take(self, id_: str) -> Line | None:
        if not self.holds(id_):
            return None
        place = next(place for place, line in enumerate(self._read) if line.id == id_)
        line = self._read[place]
        del self._read[place]
        self._ids[id_] -= 1
        if not self._ids[id_]:
            del self._ids[id_]
        return line

    def _more(self) -> bool:
        line = next(self._lines, None) if len(self._read) < _AHEAD else None
        if line is None:
            return False
        self._read.append(line)
        self._ids[line.id] += 1
        return True


def aligned(
    files: Mapping[str, Iterator[Line]], complete: Collection[str], parted: Callable[[], Collection[str]]
) -> Iterator[tuple[str, dict[str, Line]]]:
    """Every id with its line in each of the files that have one. `complete`: those that should have all of them.

    `parted` is asked once, where files first disagree: those it names are left aside from there on.
    """
    ahead = {name: _Ahead(files[name]) for name in sorted(files, key=lambda name: name not in complete)}
    steady = [file for name, file in ahead.items() if name in complete]
    agreed = True
    while heads := [head.id for file in ahead.values() if (head := file.head)]:
        ids = [id_ for id_, _ in Counter(heads).most_common()]
        if agreed and len(ids) > 1:
            agreed = False
            if aside := parted():
                ahead = {name: file for name, file in ahead.items() if name not in aside}
                steady = [file for name, file in ahead.items() if name in complete]
                continue
        chosen = ids[0] if len(ids) == 1 else _first_to_go(_in_turn(ids, steady), steady)
        yield chosen, {name: line for name, file in ahead.items() if (line := file.take(chosen))}


def _in_turn(ids: list[str], complete: Collection[_Ahead]) -> list[str]:
    """Ids that complete files are at, then those that none of them has. A file of few items is ahead at others."""
    there = {head.id for file in complete if (head := file.head)}
    own = [id_ for id_ in ids if id_ in there] or ids
    return own + [id_ for id_ in ids if id_ not in own and not any(file.holds(id_) for file in complete)]


def far_from(order: Sequence[str], ids: Sequence[str]) -> str:
    """Where `ids` begin to be in quite another order than `order`, too far off to be found; "" where they do not."""
    known = set(ids)
    right = [id_ for id_ in order if id_ in known]
    if len(known) != len(ids) or sorted(right) != sorted(ids):
        return ""
    place = {id_: number for number, id_ in enumerate(right)}
    if all(abs(place[id_] - number) < _AHEAD for number, id_ in enumerate(ids)):
        return ""
    return next(id_ for id_, other in zip(ids, right, strict=True) if id_ != other)


def _first_to_go(ids: list[str], files: Collection[_Ahead]) -> str:
    """The one that some file will not come to: the others wait for those that will. Else what most of them have."""
    return next((id_ for id_ in ids if not all(file.holds(id_) for file in files)), ids[0])
