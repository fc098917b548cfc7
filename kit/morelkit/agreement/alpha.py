"""Krippendorff's α, nominal: 1 − observed over expected disagreement.

Krippendorff, *Content Analysis* (2004), chapter 11: with n_u values in unit u, n_uc of them c, and N = Σ n_u over the
units with n_u ≥ 2,

    α = 1 − (N − 1) · Σ_u [Σ_c n_uc (n_u − n_uc) / (n_u − 1)] / Σ_c N_c (N − N_c).

Undefined if only one value occurs, because the expected disagreement is then 0.
"""

from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers, Runs
from morelkit.agreement.measure_declaration import Chunk, ItemLabelMeasure, SpanMeasure, Terms
from morelkit.agreement.undefined import Undefined, Value


class CharacterParts(NamedTuple):
    """Each item's terms of α over characters (marked or not): three arrays of shape (items,), 0 where n < 2."""

    disagreement: Floats  # Σ_u k (n − k) / (n − 1)
    marked: Integers  # Σ_u k
    ratings: Integers  # Σ_u n


def character_parts(runs: Runs, n: Integers, length: Integers) -> CharacterParts:
    """Return each item's terms of α. Characters in no run add no disagreement, but count in `ratings`."""
    items = len(n)
    spread = runs.end - runs.start
    disagreeing = runs.count * (n[runs.item] - runs.count) * spread
    counted = n >= 2
    disagreement = np.bincount(runs.item, weights=disagreeing, minlength=items) / np.maximum(n - 1, 1)
    marked = np.bincount(runs.item, weights=runs.count * spread, minlength=items).astype(np.int64)
    return CharacterParts(disagreement * counted, marked * counted, n * length * counted)


def character_alpha(parts: CharacterParts) -> Value:
    """Return α over the pooled characters of all items. The caller handles the case of no item with n ≥ 2."""
    ones, all_ = int(parts.marked.sum()), int(parts.ratings.sum())
    if not ones:
        return Undefined.NOTHING_MARKED
    if ones == all_:
        return Undefined.ALL_MARKED
    return 1 - (all_ - 1) * float(parts.disagreement.sum()) / (ones * (all_ - ones))


def label_alpha(counts: Integers) -> Value:
    """Return α over items. `counts`, shape (items, choices): how many of an item's annotations made each choice."""
    counts = counts[counts.sum(axis=1) >= 2]
    if not len(counts):
        return Undefined.NO_PAIRS
    n, by_choice = counts.sum(axis=1), counts.sum(axis=0)
    all_ = int(n.sum())
    expected = int((by_choice * (all_ - by_choice)).sum())
    if not expected:
        return Undefined.ONE_VALUE
    observed = ((counts * (n[:, None] - counts)).sum(axis=1) / (n - 1)).sum()
    return 1 - (all_ - 1) * float(observed) / expected


def _terms(chunk: Chunk) -> Terms:
    """Return the chunk's sums: α needs no terms of single items."""
    parts = character_parts(chunk.runs, chunk.n, chunk.spans.length)
    return tuple(np.atleast_1d(part.sum()) for part in parts)


def _value(terms: Terms) -> Value:
    return character_alpha(CharacterParts(*terms))


ALPHA: Final = SpanMeasure(
    "alpha", "α = 1 − (N − 1) · Σᵤ [k (n − k) / (n − 1)] / (M · (N − M))", _terms, _value
)
LABEL_ALPHA: Final = ItemLabelMeasure(
    "alpha", "α = 1 − (N − 1) · Σᵢ [Σ_c n_c (n − n_c) / (n − 1)] / Σ_c N_c (N − N_c)", label_alpha
)
