"""All agreement measures on spans, collected chunk by chunk with a few numbers an item in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.alpha import CharacterParts, character_alpha, character_parts
from morelkit.agreement.arrays import Floats, Integers, corpus_agreement
from morelkit.agreement.bootstrap_interval import bootstrap_interval
from morelkit.agreement.pairwise_f1 import PairwiseF1, pairwise_f1
from morelkit.agreement.pool_size_curve import CurvePoint, PoolSizeCurve
from morelkit.agreement.span_arrays import SpanArrays
from morelkit.agreement.undefined import Undefined, Value

BINS: Final = 20  # of the distribution, from 0 to 1


@dataclass
class SpanTally:
    """What the measures need of the items added so far: label-blind, or of one span label."""

    seed: int
    items: int = 0
    agreements: list[Floats] = field(default_factory=list)  # this and the next two: items with n ≥ 2 only
    scores: list[PairwiseF1] = field(default_factory=list)
    parts: list[CharacterParts] = field(default_factory=list)
    curve: PoolSizeCurve = field(default_factory=PoolSizeCurve)

    def add(
        self, marks: SpanArrays, *, curve: bool = True, heartbeat: Callable[[], object] = lambda: None
    ) -> None:
        """Add a chunk of items. Without `curve`, skip the pool-size curve, the slowest part.

        `heartbeat`: see `PoolSizeCurve.add`.
        """
        n, runs = marks.n, marks.runs
        counted = n >= 2
        self.agreements.append(corpus_agreement(runs, n)[counted])
        self.scores.append(PairwiseF1(*(score[counted] for score in pairwise_f1(marks))))
        parts = character_parts(runs, n, marks.length)
        self.parts.append(CharacterParts(*(np.atleast_1d(part.sum()) for part in parts)))
        if curve:
            self.curve.add(marks, self.seed, self.items, heartbeat)
        self.items += len(n)

    def __add__(self, other: "SpanTally") -> "SpanTally":
        return SpanTally(
            self.seed,
            self.items + other.items,
            self.agreements + other.agreements,
            self.scores + other.scores,
            self.parts + other.parts,
            self.curve + other.curve,
        )

    def measures(self, heartbeat: Callable[[], object] = lambda: None) -> "SpanMeasures":
        """Return all measures. `heartbeat`: see `bootstrap_interval`."""
        values = self._values()
        return SpanMeasures(
            **self.means()._asdict(),
            interval=bootstrap_interval(values, self.seed, heartbeat) if len(values) else self._undefined,
            distribution=_histogram(values),
            curve=self.curve.points() if len(values) else [],
            sampled=self.curve.sampled,
        )

    def means(self) -> "SpanMeans":
        """Return the measures that need no resampling."""
        values = self._values()
        if not len(values):
            return SpanMeans(*[self._undefined] * len(SpanMeans._fields))
        scores = PairwiseF1(*(np.concatenate(column) for column in zip(*self.scores, strict=True)))
        parts = CharacterParts(*(np.concatenate(column) for column in zip(*self.parts, strict=True)))
        return SpanMeans(
            agreement=_mean(values),
            alpha=character_alpha(parts),
            character_f1=_mean(scores.character),
            exact_f1=_mean(scores.exact),
            overlap_f1=_mean(scores.overlap),
        )

    def _values(self) -> Floats:
        return np.concatenate(self.agreements) if self.agreements else np.zeros(0)

    @property
    def _undefined(self) -> Undefined:
        return Undefined.NO_PAIRS if self.items else Undefined.NO_ITEMS


class SpanMeans(NamedTuple):
    agreement: Value
    alpha: Value
    character_f1: Value
    exact_f1: Value
    overlap_f1: Value


@dataclass(frozen=True)
class SpanMeasures:
    """`distribution`: items by agreement, in `BINS` equal steps from 0 to 1. `sampled`: items with estimated curves."""

    agreement: Value
    interval: tuple[float, float] | Undefined
    alpha: Value
    character_f1: Value
    exact_f1: Value
    overlap_f1: Value
    distribution: list[int]
    curve: list[CurvePoint]
    sampled: int = 0


def _histogram(agreements: Floats) -> list[int]:
    """Return the number of items in each bin. A value on a border belongs to the upper bin; 1 to the last."""
    bins: Integers = np.minimum((agreements * BINS + 1e-9).astype(np.int64), BINS - 1)
    return [int(items) for items in np.bincount(bins, minlength=BINS)]


def _mean(values: Floats) -> float:
    return fsum(values) / len(values)
