"""Every measure of agreement on spans, gathered chunk by chunk: what is kept is a few numbers an item."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum
from typing import Final, NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers, corpus_agreement
from annotation.domain.figures.alpha import CharacterParts, character_alpha, character_parts
from annotation.domain.figures.curve import Curve, Point
from annotation.domain.figures.interval import bootstrap_interval
from annotation.domain.figures.marks import Marks
from annotation.domain.figures.pairs import PairScores, pair_scores
from annotation.domain.figures.undefined import Undefined, Value

BINS: Final = 20  # of the distribution, from 0 to 1


@dataclass
class SpanTally:
    """Of the items of a language, or of several; of all labels together, or of one."""

    seed: int
    items: int = 0
    agreements: list[Floats] = field(default_factory=list)  # of items with n ≥ 2, as are the next two
    scores: list[PairScores] = field(default_factory=list)
    parts: list[CharacterParts] = field(default_factory=list)
    curve: Curve = field(default_factory=Curve)

    def add(self, marks: Marks, *, curve: bool = True, beat: Callable[[], object] = lambda: None) -> None:
        """Take in more items; the pool-size curve is the dearest part, and need not be. `beat`: see `Curve.add`."""
        n, runs = marks.n, marks.runs
        counted = n >= 2
        self.agreements.append(corpus_agreement(runs, n)[counted])
        self.scores.append(PairScores(*(score[counted] for score in pair_scores(marks))))
        parts = character_parts(runs, n, marks.length)
        self.parts.append(CharacterParts(*(np.atleast_1d(part.sum()) for part in parts)))
        if curve:
            self.curve.add(marks, self.seed, self.items, beat)
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

    def figures(self, beat: Callable[[], object] = lambda: None) -> "SpanFigures":
        """`beat`: see `bootstrap_interval`."""
        values = self._values()
        return SpanFigures(
            **self.means()._asdict(),
            interval=bootstrap_interval(values, self.seed, beat) if len(values) else self._undefined,
            distribution=_histogram(values),
            curve=self.curve.points() if len(values) else [],
            sampled=self.curve.sampled,
        )

    def means(self) -> "SpanMeans":
        """What needs no resampling."""
        values = self._values()
        if not len(values):
            return SpanMeans(*[self._undefined] * len(SpanMeans._fields))
        scores = PairScores(*(np.concatenate(column) for column in zip(*self.scores, strict=True)))
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
class SpanFigures:
    """`distribution` counts items by agreement, in `BINS` equal steps from 0 to 1; `sampled` are those whose points of
    the curve are estimated.
    """

    agreement: Value
    interval: tuple[float, float] | Undefined
    alpha: Value
    character_f1: Value
    exact_f1: Value
    overlap_f1: Value
    distribution: list[int]
    curve: list[Point]
    sampled: int = 0


def _histogram(agreements: Floats) -> list[int]:
    """An agreement on the border of two bins is in the upper one; 1 is in the last."""
    bins: Integers = np.minimum((agreements * BINS + 1e-9).astype(np.int64), BINS - 1)
    return [int(items) for items in np.bincount(bins, minlength=BINS)]


def _mean(values: Floats) -> float:
    return fsum(values) / len(values)
