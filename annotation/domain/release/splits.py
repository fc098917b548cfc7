"""Which split an item goes to, and the id it is released under.

Three ways: by a field of the items, by shares drawn with a seed within each language, by lists of ids.
"""

import dataclasses
import hashlib
import string
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from annotation.domain.release.layout import WHOLE, is_split

Problem = tuple[str, str]

_WAYS: Final = ("none", "field", "share", "list")
_MOST_PARTS: Final = 1_000
_MOST_SPLITS: Final = 20
_MOST_PATTERN: Final = 100
_NAME: Final = "a split is named with small letters, digits and underscores, and not “all”"


class PlanError(ValueError):
    """`problems` pairs a JSON pointer into the plan with what is wrong there."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{pointer}: {detail}" for pointer, detail in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Plan:
    """`shares`: parts of the whole by split. `lists`: the ids of each split. `rename`: a pattern, "" for no change."""

    by: str = "none"
    field: str = ""
    shares: Mapping[str, int] = dataclasses.field(default_factory=dict)
    lists: Mapping[str, Sequence[str]] = dataclasses.field(default_factory=dict)
    rename: str = ""

    @property
    def splits(self) -> tuple[str, ...]:
        """Those that are known before the items are."""
        return {"none": (WHOLE,), "share": tuple(self.shares), "list": tuple(self.lists)}.get(self.by, ())

    def to_json(self) -> dict[str, Any]:
        """Without the lists, which can be long."""
        said = {"by": self.by, "field": self.field, "shares": dict(self.shares), "rename": self.rename}
        return {name: value for name, value in said.items() if value}


def read_plan(value: object) -> Plan:
    """Read an untrusted JSON value. Raises PlanError, which lists every problem."""
    if not isinstance(value, dict):
        raise PlanError([("", "a plan of splits must be an object")])
    if problems := list(_problems(value)):
        raise PlanError(problems)
    return Plan(**value)


def split_name(value: str) -> str:
    """The name of the split that a value of a field stands for: “Dev set” → dev_set. Raises ValueError."""
    name = "".join(each if each.isascii() and each.isalnum() else "_" for each in value.strip().lower())
    if not is_split(name):
        raise ValueError(f"“{value[:40]}” names no split: {_NAME}")
    return name


def drawn(shares: Mapping[str, int], keys: Sequence[int]) -> list[str]:
    """The split of each item of a language, by its `keys` (see `key_of`): every split gets its share of them.

    What is left over after rounding down goes to the largest remainders.
    """
    whole, count = sum(shares.values()), len(keys)
    exact = {name: Fraction(part * count, whole) for name, part in shares.items()}
    sizes = {name: int(each) for name, each in exact.items()}
    by_remainder = sorted(exact, key=lambda name: sizes[name] - exact[name])
    for name in by_remainder[: count - sum(sizes.values())]:
        sizes[name] += 1
    names = [name for name, size in sizes.items() for _ in range(size)]
    order = np.argsort(np.array(keys, dtype=np.uint64), kind="stable")
    chosen = np.empty(count, dtype=np.int64)
    chosen[order] = np.arange(count)
    return [names[place] for place in chosen.tolist()]


def key_of(seed: int, external_id: str) -> int:
    """A number that seems drawn at random, the same for the same item: new items do not change how others fall."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{external_id}".encode()).digest()[:8], "big")


class Renaming:
    """New ids by a pattern such as `{split}-{lang}-{n}`; n counts from 1 wherever the rest of it is the same."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._counts: Counter[str] = Counter()
        self._given: set[str] = set()

    def name(self, external_id: str, language: str, split: str) -> str:
        """Raises ValueError where another item has the id already: `{split}{n}` calls dev's 11th as dev1's first."""
        if not self._pattern:
            return external_id
        rest = self._pattern.format(split=split, lang=language, n="")
        self._counts[rest] += 1
        name = self._pattern.format(split=split, lang=language, n=self._counts[rest])
        if name in self._given:
            raise ValueError(
                f"two items would be called “{name}”: set {{n}} apart from what stands before it"
            )
        self._given.add(name)
        return name


def _problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    way = value.get("by", "none")
    needs = {"field": "field", "share": "shares", "list": "lists"}
    if way not in _WAYS:
        yield "/by", f"is one of {', '.join(_WAYS)}"
        return
    for key in value:
        if key not in ("by", "rename", needs.get(way)):
            yield f"/{key}", f"says nothing where splits are by “{way}”"
    if way == "field" and not (isinstance(value.get("field"), str) and value["field"]):
        yield "/field", "names the field whose values are the splits"
    if way == "share":
        yield from _share_problems(value.get("shares"))
    if way == "list":
        yield from _list_problems(value.get("lists"))
    yield from _pattern_problems(value.get("rename", ""))


def _share_problems(shares: object) -> Iterator[Problem]:
    if not isinstance(shares, dict) or not 1 <= len(shares) <= _MOST_SPLITS:
        yield "/shares", f"is an object: 1 to {_MOST_SPLITS} splits, and the share of each"
        return
    for name, part in shares.items():
        if not is_split(name):
            yield f"/shares/{name}", _NAME
        if type(part) is not int or not 1 <= part <= _MOST_PARTS:
            yield f"/shares/{name}", f"is a whole number of parts, 1 to {_MOST_PARTS:,}"


def _list_problems(lists: object) -> Iterator[Problem]:
    if not isinstance(lists, dict) or not 1 <= len(lists) <= _MOST_SPLITS:
        yield "/lists", f"is an object: 1 to {_MOST_SPLITS} splits, and the ids of each"
        return
    seen: dict[str, str] = {}
    for name, ids in lists.items():
        if not is_split(name):
            yield f"/lists/{name}", _NAME
        if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
            yield f"/lists/{name}", "is a list of ids"
            continue
        for each in ids:
            if each in seen:
                yield f"/lists/{name}", f"“{each[:80]}” stands in {seen[each]} already"
            seen[each] = name


def _pattern_problems(pattern: object) -> Iterator[Problem]:
    if not isinstance(pattern, str) or len(pattern) > _MOST_PATTERN:
        yield "/rename", f"is a pattern of at most {_MOST_PATTERN} characters"
        return
    try:
        parts = list(string.Formatter().parse(pattern))
    except ValueError:
        yield "/rename", "has a brace that is not closed, or closed and not opened"
        return
    fields = [name for _, name, _, _ in parts if name is not None]
    if any(spec or conversion for _, _, spec, conversion in parts) or set(fields) - {"split", "lang", "n"}:
        yield "/rename", "knows {split}, {lang} and {n}, and nothing else in braces"
    elif pattern and "n" not in fields:
        yield "/rename", "needs {n}, or all items of a split would have one id"
