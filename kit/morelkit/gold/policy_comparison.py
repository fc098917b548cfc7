"""Compare the gold of items under two policies, from their runs.

Soft labels depend on the normalization, hard labels on the threshold too. An item that has gold under one of the
policies only is not compared further.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Integers, Runs
from morelkit.gold.arrays import corpus_gold
from morelkit.gold.policy import GoldPolicy

Flags: TypeAlias = npt.NDArray[np.bool_]

KINDS: Final = ("soft", "hard", "labels", "left", "right")
"""Soft labels, hard labels or item labels differ; or the item has gold under the left or the right policy only."""


class ItemsUnderPolicy(NamedTuple):
    """Items counted under one policy. `runs`: label-blind, then of each span label if there are several. `n`, shape
    (items,): counted annotations. `minimum`, shape (items,): annotations that an item needs for gold.
    """

    policy: GoldPolicy
    runs: Sequence[Runs]
    n: Integers
    minimum: Integers


@dataclass(frozen=True, slots=True, eq=False)
class GoldDifferences:
    """Shape (items,). `both`: the item has gold under both policies. `kinds`: one array for each of `KINDS`."""

    both: Flags
    kinds: dict[str, Flags]

    @property
    def any(self) -> Flags:
        found: Flags = np.logical_or.reduce(list(self.kinds.values()))
        return found

    def of(self, index: int) -> list[str]:
        """Return the kinds of difference of the item at this index."""
        return [kind for kind in KINDS if self.kinds[kind][index]]


def compare_gold(left: ItemsUnderPolicy, right: ItemsUnderPolicy, labels: Flags) -> GoldDifferences:
    """Return how the gold of each item differs between two policies.

    `labels`, shape (items,): whether the item labels differ. Both sides hold the same items and the same label runs.
    """
    items = len(left.n)
    on_left, on_right = left.n >= left.minimum, right.n >= right.minimum
    both = on_left & on_right
    soft, hard = np.zeros(items, dtype=bool), np.zeros(items, dtype=bool)
    for left_runs, right_runs in zip(left.runs, right.runs, strict=True):
        soft |= _differ(_columns(left_runs), _columns(right_runs), items)
        hard |= _differ(
            corpus_gold(left_runs, left.n, left.policy), corpus_gold(right_runs, right.n, right.policy), items
        )
    kinds = {
        "soft": soft & both,
        "hard": hard & both,
        "labels": labels & both,
        "left": on_left & ~on_right,
        "right": on_right & ~on_left,
    }
    return GoldDifferences(both, kinds)


def _columns(runs: Runs) -> tuple[Integers, ...]:
    return runs.item, runs.start, runs.end, runs.count


def _differ(left: Sequence[Integers], right: Sequence[Integers], items: int) -> Flags:
    """Return the items whose rows differ, shape (items,). The first column is the item of each row, ascending."""
    differ: Flags = np.bincount(left[0], minlength=items) != np.bincount(right[0], minlength=items)
    # Without the items whose numbers of rows differ, the rows of both sides are aligned.
    left_rows, right_rows = _without(left, differ), _without(right, differ)
    for left_column, right_column in zip(left_rows[1:], right_rows[1:], strict=True):
        differ[left_rows[0][left_column != right_column]] = True
    return differ


def _without(columns: Sequence[Integers], items: Flags) -> list[npt.NDArray[Any]]:
    kept = ~items[columns[0]]
    return [column[kept] for column in columns]
