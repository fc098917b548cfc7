"""All agreement measures on spans, collected chunk by chunk with a few numbers an item in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum
from typing import Final

import numpy as np
import numpy.typing as npt

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.bootstrap_interval import bootstrap_interval
from morelkit.agreement.measure_declaration import Chunk, SpanMeasure, Terms
from morelkit.agreement.pool_size_curve import CurvePoint, PoolSizeCurve
from morelkit.agreement.registry import HEADLINE, SPAN_MEASURES
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.undefined import Undefined, Value

BINS: Final = 20  # of the distribution, from 0 to 1


def _no_terms() -> dict[str, list[Terms]]:
    return {measure.name: [] for measure in SPAN_MEASURES}


@dataclass
class SpanTally:
    """What the measures need of the items added so far: label-blind, or of one span label."""

    seed: int
    items: int = 0
    terms: dict[str, list[Terms]] = field(default_factory=_no_terms)  # measure → terms of each chunk
    used: list[npt.NDArray[np.bool_]] = field(
        default_factory=list
    )  # of each chunk: items with a mark, of n ≥ 2
    curve: PoolSizeCurve = field(default_factory=PoolSizeCurve)

    def add(
        self, marks: SpanArrays, *, curve: bool = True, heartbeat: Callable[[], object] = lambda: None
    ) -> None:
        """Add a chunk of items. Without `curve`, skip the pool-size curve, the slowest part.

        `heartbeat`: see `PoolSizeCurve.add`.
        """
        chunk = Chunk(marks)
        for measure in SPAN_MEASURES:
            self.terms[measure.name].append(measure.terms(chunk))
        marked = np.bincount(chunk.runs.item, minlength=len(chunk.n)) > 0
        self.used.append(marked[chunk.counted])
        if curve:
            self.curve.add(marks, self.seed, self.items, heartbeat)
        self.items += len(chunk.n)

    def __add__(self, other: "SpanTally") -> "SpanTally":
        return SpanTally(
            self.seed,
            self.items + other.items,
            {name: terms + other.terms[name] for name, terms in self.terms.items()},
            self.used + other.used,
            self.curve + other.curve,
        )

    def measures(self, heartbeat: Callable[[], object] = lambda: None) -> "SpanMeasures":
        """Return all measures with the interval, the distribution and the curve.

        `heartbeat`: see `bootstrap_interval`.
        """
        agreements = self._agreements()
        some = len(agreements) > 0
        used = agreements[np.concatenate(self.used)] if some else agreements
        return SpanMeasures(
            values=self.values(),
            interval=bootstrap_interval(agreements, self.seed, heartbeat) if some else self._undefined,
            distribution=_histogram(agreements),
            curve=self.curve.points() if some else [],
            sampled=self.curve.sampled,
            used=len(used),
            used_agreement=fsum(used) / len(used) if len(used) else None,
        )

    def values(self) -> dict[str, Value]:
        """Return the value of every measure by its name."""
        if not len(self._agreements()):
            return {measure.name: self._undefined for measure in SPAN_MEASURES}
        return {measure.name: measure.value(self._all_terms(measure)) for measure in SPAN_MEASURES}

    def _agreements(self) -> Floats:
        """Return the agreement of each item with n ≥ 2."""
        return self._all_terms(HEADLINE)[0] if self.terms[HEADLINE.name] else np.zeros(0)

    def _all_terms(self, measure: SpanMeasure) -> Terms:
        return tuple(np.concatenate(column) for column in zip(*self.terms[measure.name], strict=True))

    @property
    def _undefined(self) -> Undefined:
        return Undefined.NO_PAIRS if self.items else Undefined.NO_ITEMS


@dataclass(frozen=True)
class SpanMeasures:
    """`values`: every measure by its name. `interval` and `distribution` are those of agreement.

    `distribution`: items by agreement, in `BINS` equal steps from 0 to 1. `sampled`: items with estimated curves.
    `used`: items with n ≥ 2 and a mark; `used_agreement`: the mean over them.
    """

    values: dict[str, Value]
    interval: tuple[float, float] | Undefined
    distribution: list[int]
    curve: list[CurvePoint]
    sampled: int = 0
    used: int = 0
    used_agreement: float | None = None

    def __getitem__(self, name: str) -> Value:
        """Return the value of a measure."""
        return self.values[name]


def _histogram(agreements: Floats) -> list[int]:
    """Return the number of items in each bin. A value on a border belongs to the upper bin; 1 to the last."""
    bins: Integers = np.minimum((agreements * BINS + 1e-9).astype(np.int64), BINS - 1)
    return [int(items) for items in np.bincount(bins, minlength=BINS)]
