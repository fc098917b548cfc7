"""Percentage agreement on item labels."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from morelkit.agreement.arrays import Integers
from morelkit.agreement.character_counts import AGREEMENT_SCALE
from morelkit.agreement.measure_declaration import ItemLabelMeasure
from morelkit.agreement.undefined import Undefined, Value


def percentage_agreement(counts: Integers) -> Value:
    """Return the share of agreeing pairs of annotations within an item, averaged over items with n ≥ 2.

    `counts`, shape (items, choices): how many of an item's annotations made each choice.
    """
    n = counts.sum(axis=1)
    counts, n = counts[n >= 2], n[n >= 2]
    if not len(n):
        return Undefined.NO_PAIRS
    return float(((counts * (counts - 1)).sum(axis=1) / (n * (n - 1))).mean())


PERCENTAGE: Final = ItemLabelMeasure("percentage", "Σ_c n_c (n_c − 1) / (n (n − 1))", percentage_agreement)


def item_agreement(annotations: Iterable[Mapping[str, str]]) -> Fraction | None:
    """Return one item's share of agreeing pairs of annotations, averaged over the item labels with n ≥ 2.

    `annotations`: the choices of each by label. None if no label was set twice.
    """
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for labels in annotations:
        for label, choice in labels.items():
            votes[label][choice] += 1
    shares = [_agreeing_pairs(counts) for counts in votes.values() if counts.total() >= 2]
    return sum(shares, Fraction()) / len(shares) if shares else None


def item_agreement_scaled(annotations: Iterable[Mapping[str, str]]) -> int | None:
    """Return `item_agreement` in units of 1/AGREEMENT_SCALE, rounded half up."""
    share = item_agreement(annotations)
    return None if share is None else int(share * AGREEMENT_SCALE + Fraction(1, 2))


def _agreeing_pairs(counts: Counter[str]) -> Fraction:
    n = counts.total()
    return Fraction(sum(k * (k - 1) for k in counts.values()), n * (n - 1))
