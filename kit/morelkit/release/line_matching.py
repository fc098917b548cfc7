"""Match the lines of files that should have the same items in the same order, and recover where they differ.

Only a bounded number of lines is read ahead, and only while the files differ, so a missing or extra line is reported
once and does not affect the lines after it.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_LOOKAHEAD: Final = 500
"""Number of lines that are searched for an id."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: `number` from 1, its bytes without the line break, and its parsed value."""

    id: str
    number: int
    content: bytes
    value: Any


class _LookaheadFile:
    """A file and its lines that were read but not yet taken."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._read: deque[Line] = deque()
        self._ids: Counter[str] = Counter()

    @property
    def head(self) -> Line | None:
        return self._read[0] if self._read or self._more() else None

    def has(self, id_: str) -> bool:
        while not self._ids[id_] and self._more():
            pass
        return self._ids[id_] > 0

    def take(self, id_: str) -> Line | None:
        if not self.has(id_):
            return None
        index = next(index for index, line in enumerate(self._read) if line.id == id_)
        line = self._read[index]
        del self._read[index]
        self._ids[id_] -= 1
        if not self._ids[id_]:
            del self._ids[id_]
        return line

    def _more(self) -> bool:
        line = next(self._lines, None) if len(self._read) < _LOOKAHEAD else None
        if line is None:
            return False
        self._read.append(line)
        self._ids[line.id] += 1
        return True


def match_lines(
    files: Mapping[str, Iterator[Line]],
    complete: Collection[str],
    find_reordered: Callable[[], Collection[str]],
) -> Iterator[tuple[str, dict[str, Line]]]:
    """Yield every id with its line in each file that has it.

    `complete`: the files that should have all ids. `find_reordered` is called once, when files first differ, and
    returns files to ignore from then on.
    """
    ahead = {
        name: _LookaheadFile(files[name]) for name in sorted(files, key=lambda name: name not in complete)
    }
    complete_files = [file for name, file in ahead.items() if name in complete]
    in_step = True
    while heads := [head.id for file in ahead.values() if (head := file.head)]:
        ids = [id_ for id_, _ in Counter(heads).most_common()]
        if in_step and len(ids) > 1:
            in_step = False
            if reordered := find_reordered():
                ahead = {name: file for name, file in ahead.items() if name not in reordered}
                complete_files = [file for name, file in ahead.items() if name in complete]
                continue
        chosen = ids[0] if len(ids) == 1 else _next_id(_candidates(ids, complete_files), complete_files)
        yield chosen, {name: line for name, file in ahead.items() if (line := file.take(chosen))}


def _candidates(ids: list[str], complete: Collection[_LookaheadFile]) -> list[str]:
    """Return the next ids of complete files, then those that no complete file has.

    A file that has few of the items is further ahead than complete files, so its next id may have to wait.
    """
    next_ids = {head.id for file in complete if (head := file.head)}
    first = [id_ for id_ in ids if id_ in next_ids] or ids
    return first + [id_ for id_ in ids if id_ not in first and not any(file.has(id_) for file in complete)]


def reordered_from(order: Sequence[str], ids: Sequence[str]) -> str:
    """Return the first id from which `ids` differ from `order` by more than the lookahead; "" if they do not."""
    unique = set(ids)
    expected = [id_ for id_ in order if id_ in unique]
    if len(unique) != len(ids) or sorted(expected) != sorted(ids):
        return ""
    position = {id_: index for index, id_ in enumerate(expected)}
    if all(abs(position[id_] - index) < _LOOKAHEAD for index, id_ in enumerate(ids)):
        return ""
    return next(id_ for id_, other in zip(ids, expected, strict=True) if id_ != other)


def _next_id(ids: list[str], files: Collection[_LookaheadFile]) -> str:
    """Return an id that some file lacks, so that the others catch up; else the id that most files are at."""
    return next((id_ for id_ in ids if not all(file.has(id_) for file in files)), ids[0])
