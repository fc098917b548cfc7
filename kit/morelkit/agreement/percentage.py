"""Percentage agreement on an item label."""

from typing import Final

from morelkit.agreement.arrays import Integers
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
