"""What changes where gold is made by another policy: of a whole chunk of items at once, from their runs.

Soft labels follow from the normalization alone, hard labels from the threshold as well; of an item that comes out under
one of the policies only, nothing else is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from annotation.domain.corpus import Integers, Runs
from annotation.domain.gold_arrays import corpus_gold
from annotation.domain.gold_policy import GoldPolicy

Flags: TypeAlias = npt.NDArray[np.bool_]

KINDS: Final = ("soft", "hard", "labels", "left", "right")
"""Soft labels, hard labels or item labels differ; or gold comes out under the left or the right policy only."""


class Side(NamedTuple):
    """Some items under a policy. `runs`: label-blind, then those of each span label where there are several; `n`, shape
    (items,): counted annotations; `least`, shape (items,): how many an item needs to come out.
    """

    policy: GoldPolicy
    runs: Sequence[Runs]
    n: Integers
    least: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """By item: `both` comes out under both policies; each kind as `KINDS` has it."""

    both: Flags
    kinds: dict[str, Flags]

    @property
    def any(self) -> Flags:
        found: Flags = np.logical_or.reduce(list(self.kinds.values()))
        return found

    def of(self, place: int) -> list[str]:
        """The kinds that hold for the item at this place."""
        return [kind for kind in KINDS if self.kinds[kind][place]]


def gold_changes(left: Side, right: Side, labels: Flags) -> Changes:
    """`labels`, shape (items,): whether the item labels differ. Both sides are of the same items and label runs."""
    items = len(left.n)
    on_left, on_right = left.n >= left.least, right.n >= right.least
    both = on_left & on_right
    soft, hard = np.zeros(items, dtype=bool), np.zeros(items, dtype=bool)
    for here, there in zip(left.runs, right.runs, strict=True):
        soft |= _differ(_columns(here), _columns(there), items)
        hard |= _differ(
            corpus_gold(here, left.n, left.policy), corpus_gold(there, right.n, right.policy), items
        )
    kinds = {
        "soft": soft & both,
        "hard": hard & both,
        "labels": labels & both,
        "left": on_left & ~on_right,
        "right": on_right & ~on_left,
    }
    return Changes(both, kinds)


def _columns(runs: Runs) -> tuple[Integers, ...]:
    return runs.item, runs.start, runs.end, runs.count


def _differ(left: Sequence[Integers], right: Sequence[Integers], items: int) -> Flags:
    """Which items have other rows; the first column names the item of each row, ascending.

    Items with as many rows on both sides stand side by side once the others are taken out.
    """
    differ: Flags = np.bincount(left[0], minlength=items) != np.bincount(right[0], minlength=items)
    here, there = _without(left, differ), _without(right, differ)
    for one, other in zip(here[1:], there[1:], strict=True):
        differ[here[0][one != other]] = True
    return differ


def _without(columns: Sequence[Integers], items: Flags) -> list[npt.NDArray[Any]]:
    kept = ~items[columns[0]]
    return [column[kept] for column in columns]
