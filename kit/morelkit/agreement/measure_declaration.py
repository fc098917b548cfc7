"""What an agreement measure is: a name, the terms that items contribute, and the value of all terms.

To add a measure, write a module that defines it and add it to `registry`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Floats, Integers, Runs
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.undefined import Value

T = TypeVar("T")

Terms: TypeAlias = tuple[npt.NDArray[Any], ...]
"""Columns of equal length. Chunks and languages add up by concatenation."""


class Chunk:
    """Items that are measured together, with intermediate results that several measures share."""

    def __init__(self, spans: SpanArrays) -> None:
        self.spans = spans
        self._shared: dict[Callable[[SpanArrays], object], object] = {}

    @cached_property
    def n(self) -> Integers:
        """The number of counted annotations of each item, shape (items,)."""
        return self.spans.n

    @cached_property
    def runs(self) -> Runs:
        return self.spans.runs

    @cached_property
    def counted(self) -> npt.NDArray[np.bool_]:
        """Whether an item has n ≥ 2, shape (items,). Other items have no agreement."""
        return self.n >= 2

    def shared(self, compute: Callable[[SpanArrays], T]) -> T:
        """Return `compute(spans)`, which is called once for all measures."""
        if compute not in self._shared:
            self._shared[compute] = compute(self.spans)
        return cast(T, self._shared[compute])


@dataclass(frozen=True, slots=True)
class SpanMeasure:
    """An agreement measure on spans. `formula`: as in docs/formulas.md, for people.

    `terms` returns what a chunk contributes. `value` computes the measure from the terms of all chunks, and is called
    only if some item has n ≥ 2. `in_releases`: whether the agreement table of releases has the measure; changing it
    changes the layout of releases.
    """

    name: str
    formula: str
    terms: Callable[[Chunk], Terms]
    value: Callable[[Terms], Value]
    in_releases: bool = True


@dataclass(frozen=True, slots=True)
class ItemLabelMeasure:
    """An agreement measure on an item label. `formula`: as of `SpanMeasure`.

    `value` computes it from `counts`, shape (items, choices): how many of an item's annotations made each choice.
    `in_releases`: as of `SpanMeasure`.
    """

    name: str
    formula: str
    value: Callable[[Integers], Value]
    in_releases: bool = True


def mean_over_items(
    name: str, formula: str, scores: Callable[[Chunk], Floats], *, in_releases: bool = True
) -> SpanMeasure:
    """Return the measure that is the mean of `scores`, shape (items,), over items with n ≥ 2."""

    def terms(chunk: Chunk) -> Terms:
        return (scores(chunk)[chunk.counted],)

    def value(terms: Terms) -> Value:
        (values,) = terms
        return fsum(values) / len(values)

    return SpanMeasure(name, formula, terms, value, in_releases)
