"""Gold: what a release says about an item, from the votes of its annotators.

Probabilities are rounded to ten decimals, as in the release of Mu-SHROOM; "more than half" is decided on the
integers, so that no rounding can decide it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from annotation.domain.agreement import Run


class SoftLabel(TypedDict):
    """Key order is that of the released files."""

    start: int
    prob: float
    end: int


class ItemLabelGold(TypedDict):
    """`share` belongs to the largest group; in a tie for the largest, `value` is None."""

    value: str | None
    share: float
    n: int
    tie: bool


def share(count: int, n: int) -> float:
    """count/n as exports write it."""
    return round(count / n, 10)


def soft_labels(runs: Sequence[Run], n: int) -> list[SoftLabel]:
    """The share of `n` annotators who marked each run; characters nobody marked are left out."""
    return [{"start": run.start, "prob": share(run.count, n), "end": run.end} for run in runs]


def hard_labels(runs: Sequence[Run], n: int) -> list[list[int]]:
    """Ranges `[start, end]` that strictly more than half of `n` annotators marked; adjacent ones are joined.

    Where exactly half did, the character is not gold.
    """
    hard: list[list[int]] = []
    for run in runs:
        if 2 * run.count <= n:
            continue
        if hard and hard[-1][1] == run.start:
            hard[-1][1] = run.end
        else:
            hard.append([run.start, run.end])
    return hard


def item_label_gold(values: Sequence[str]) -> ItemLabelGold:
    """The most frequent of the choices that the counted annotations set, each of which is one of `values`."""
    if not values:
        return {"value": None, "share": 0.0, "n": 0, "tie": False}
    (value, count), *others = Counter(values).most_common(2)
    tie = any(other == count for _, other in others)
    return {"value": None if tie else value, "share": share(count, len(values)), "n": len(values), "tie": tie}
