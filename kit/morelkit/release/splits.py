"""Assign items to splits, and give them the ids of a release.

Splits follow from a field of the items, from random shares within each language, or from lists of ids.
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

from morelkit.release.layout import UNSPLIT, is_split

Problem = tuple[str, str]

_METHODS: Final = ("none", "field", "share", "list")
_MAX_SHARE: Final = 1_000
_MAX_SPLITS: Final = 20
_MAX_PATTERN_LENGTH: Final = 100
_NAME: Final = "a split is named with small letters, digits and underscores, and not “all”"


class PlanError(ValueError):
    """The plan is invalid. `problems` lists (JSON pointer, sentence) pairs."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{pointer}: {detail}" for pointer, detail in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class SplitPlan:
    """How to split and rename items.

    `shares`: relative size of each split. `group`: a field whose values are never in two splits, such as the question.
    `stratify`: fields for whose values the shares hold too. `lists`: the ids of each split. `unannotated`: the split of
    items that nobody has annotated, which has no gold; "" to leave them out. If splits are by a field or by lists, it
    has only the items that belong to it. `rename`: a pattern for new ids, "" for no change.
    """

    by: str = "none"
    field: str = ""
    shares: Mapping[str, int] = dataclasses.field(default_factory=dict)
    group: str = ""
    stratify: Sequence[str] = ()
    lists: Mapping[str, Sequence[str]] = dataclasses.field(default_factory=dict)
    unannotated: str = ""
    rename: str = ""

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits that do not depend on the items."""
        if self.by not in ("none", "share", "list"):
            return ()
        named = {"none": (UNSPLIT,), "share": tuple(self.shares), "list": tuple(self.lists)}[self.by]
        return tuple(dict.fromkeys((*named, *([self.unannotated] if self.unannotated else []))))

    def to_json(self) -> dict[str, Any]:
        """Return the plan without the lists, which can be long."""
        plan = {
            "by": self.by,
            "field": self.field,
            "shares": dict(self.shares),
            "group": self.group,
            "stratify": list(self.stratify),
            "unannotated": self.unannotated,
            "rename": self.rename,
        }
        return {name: value for name, value in plan.items() if value}


def read_plan(value: object) -> SplitPlan:
    """Return the plan in an untrusted JSON value. Raises `PlanError`, which lists every problem."""
    if not isinstance(value, dict):
        raise PlanError([("", "a plan of splits must be an object")])
    if problems := list(_problems(value)):
        raise PlanError(problems)
    return SplitPlan(**value)


def split_name(value: str) -> str:
    """Return the split named by a field's value: “Dev set” → dev_set. Raises `ValueError` for an invalid name."""
    name = "".join(each if each.isascii() and each.isalnum() else "_" for each in value.strip().lower())
    if not is_split(name):
        raise ValueError(f"“{value[:40]}” names no split: {_NAME}")
    return name


def draw_splits(shares: Mapping[str, int], keys: Sequence[int]) -> list[str]:
    """Return the split of each item of a language, drawn by shares in the order of `keys` (see `draw_key`).

    Sizes are rounded down; the remaining items go to the splits with the largest remainders.
    """
    total, count = sum(shares.values()), len(keys)
    exact = {name: Fraction(part * count, total) for name, part in shares.items()}
    sizes = {name: int(each) for name, each in exact.items()}
    by_remainder = sorted(exact, key=lambda name: sizes[name] - exact[name])
    for name in by_remainder[: count - sum(sizes.values())]:
        sizes[name] += 1
    names = [name for name, size in sizes.items() for _ in range(size)]
    order = np.argsort(np.array(keys, dtype=np.uint64), kind="stable")
    chosen = np.empty(count, dtype=np.int64)
    chosen[order] = np.arange(count)
    return [names[index] for index in chosen.tolist()]


def draw_key(seed: int, external_id: str) -> int:
    """Return a pseudo-random number that depends on seed and id only, so that new items keep the order of others."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{external_id}".encode()).digest()[:8], "big")


class IdPattern:
    """New ids by a pattern such as `{split}-{lang}-{n}`; n counts from 1 for each value of the rest of the pattern."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._counts: Counter[str] = Counter()
        self._used: set[str] = set()

    def name(self, external_id: str, language: str, split: str) -> str:
        """Return the new id of an item.

        Raises `ValueError` if the id is taken: under `{split}{n}`, item 11 of dev and item 1 of dev1 collide.
        """
        if not self._pattern:
            return external_id
        rest = self._pattern.format(split=split, lang=language, n="")
        self._counts[rest] += 1
        name = self._pattern.format(split=split, lang=language, n=self._counts[rest])
        if name in self._used:
            raise ValueError(
                f"two items would be called “{name}”: set {{n}} apart from what stands before it"
            )
        self._used.add(name)
        return name


def _problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    method = value.get("by", "none")
    settings = {"field": ("field",), "share": ("shares", "group", "stratify"), "list": ("lists",)}
    if method not in _METHODS:
        yield "/by", f"is one of {', '.join(_METHODS)}"
        return
    for key in value:
        if key not in ("by", "unannotated", "rename", *settings.get(method, ())):
            yield f"/{key}", f"says nothing where splits are by “{method}”"
    if method == "field" and not (isinstance(value.get("field"), str) and value["field"]):
        yield "/field", "names the field whose values are the splits"
    if method == "share":
        yield from _share_problems(value.get("shares"))
        if not isinstance(value.get("group", ""), str):
            yield "/group", "names the field whose values stay together"
        fields = value.get("stratify", [])
        if not isinstance(fields, list) or not all(isinstance(each, str) and each for each in fields):
            yield "/stratify", "is a list of fields"
    if method == "list":
        yield from _list_problems(value.get("lists"))
    if value.get("unannotated", "") != "":
        yield from _unannotated_problems(value)
    yield from _pattern_problems(value.get("rename", ""))


def _share_problems(shares: object) -> Iterator[Problem]:
    if not isinstance(shares, dict) or not 1 <= len(shares) <= _MAX_SPLITS:
        yield "/shares", f"is an object: 1 to {_MAX_SPLITS} splits, and the share of each"
        return
    for name, part in shares.items():
        if not is_split(name):
            yield f"/shares/{name}", _NAME
        if type(part) is not int or not 1 <= part <= _MAX_SHARE:
            yield f"/shares/{name}", f"is a whole number of parts, 1 to {_MAX_SHARE:,}"


def _list_problems(lists: object) -> Iterator[Problem]:
    if not isinstance(lists, dict) or not 1 <= len(lists) <= _MAX_SPLITS:
        yield "/lists", f"is an object: 1 to {_MAX_SPLITS} splits, and the ids of each"
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


def _unannotated_problems(value: Mapping[str, Any]) -> Iterator[Problem]:
    name, method = value["unannotated"], value.get("by", "none")
    if not isinstance(name, str) or not is_split(name):
        yield "/unannotated", _NAME
    elif method == "list" and isinstance(value.get("lists"), dict) and name not in value["lists"]:
        yield "/unannotated", f"names none of the lists: “{name}”"
    elif (method == "none" and name == UNSPLIT) or (
        method == "share" and isinstance(value.get("shares"), dict) and name in value["shares"]
    ):
        yield "/unannotated", f"names “{name}”, the split of items that are annotated"


def _pattern_problems(pattern: object) -> Iterator[Problem]:
    if not isinstance(pattern, str) or len(pattern) > _MAX_PATTERN_LENGTH:
        yield "/rename", f"is a pattern of at most {_MAX_PATTERN_LENGTH} characters"
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
