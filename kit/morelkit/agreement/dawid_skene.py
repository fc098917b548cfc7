"""Estimate true classes and rater confusion matrices from ratings alone: the Dawid–Skene model.

A. P. Dawid and A. M. Skene, *Maximum likelihood estimation of observer error-rates using the EM algorithm*, Applied
Statistics 28 (1979): a unit has class t with probability p_t, and rater k then chooses label l with probability
π_k[t, l], independently of the other raters. Expectation–maximization estimates both in turn.

*Initialisation*: class probabilities of a unit are the shares of its ratings. *Smoothing*: a pseudo-count is added to
every cell of every confusion matrix and to every class. *Convergence*: the mean log-likelihood per unit grows by less
than the tolerance. Products of probabilities are computed as sums of logarithms.

Units with equal ratings share one row with a weight: a corpus has many characters but few patterns of marks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.undefined import Undefined
from morelkit.text.normalization import Range
from morelkit.text.soft_label import SoftLabel

TOLERANCE: Final = 1e-9
MAX_ROUNDS: Final = 500
SMOOTHING: Final = 1.0
"""Pseudo-count in characters: keeps every label possible for every rater."""

UNMARKED, MARKED = 0, 1


class Ratings(NamedTuple):
    """`unit`, `rater` and `label`, shape (ratings,): one entry for each rating, `label` the class that was chosen.

    `weight`, shape (units,): how many identical units each row represents.
    """

    unit: Integers
    rater: Integers
    label: Integers
    weight: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """`prior`, shape (classes,). `confusion`, shape (raters, classes, classes): by true class, then by chosen label.

    `converged` is false if the estimation stopped at its maximum number of rounds.
    """

    prior: Floats
    confusion: Floats
    rounds: int
    converged: bool
    log_likelihood: float


def estimate(
    ratings: Ratings,
    raters: int,
    classes: int = 2,
    *,
    smoothing: float = SMOOTHING,
    tolerance: float = TOLERANCE,
    max_rounds: int = MAX_ROUNDS,
    heartbeat: Callable[[], object] = lambda: None,
) -> Estimates | Undefined:
    """Return the estimated class distribution and confusion matrices.

    Undefined if there are no ratings, if no unit has two raters, or if all ratings have the same label. `heartbeat` is
    called once a round.
    """
    if reason := _undefined(ratings, raters):
        return reason
    probabilities = _shares(ratings, classes)
    units = ratings.weight.sum()
    last, rounds, converged = -np.inf, 0, False
    while not converged and rounds < max_rounds:
        rounds += 1
        heartbeat()
        prior, confusion = _maximize(ratings, probabilities, raters, smoothing)
        probabilities, log_likelihoods = _expect(ratings, prior, confusion)
        mean = float(log_likelihoods @ ratings.weight / units)
        converged, last = mean - last < tolerance, mean
    return Estimates(prior, confusion, rounds, converged, float(last * units))


def posterior(ratings: Ratings, estimates: Estimates) -> Floats:
    """Return the probability of each class given the unit's ratings, shape (units, classes)."""
    return _expect(ratings, estimates.prior, estimates.confusion)[0]


def _undefined(ratings: Ratings, raters: int) -> Undefined | None:
    if not len(ratings.unit):
        return Undefined.NO_ITEMS
    pairs = np.unique(ratings.unit * np.int64(raters) + ratings.rater)
    if np.bincount(pairs // raters).max() < 2:
        return Undefined.NO_PAIRS
    if not ratings.label.any():
        return Undefined.NOTHING_MARKED
    return Undefined.ALL_MARKED if ratings.label.min() == ratings.label.max() else None


def _shares(ratings: Ratings, classes: int) -> Floats:
    units = len(ratings.weight)
    counts = np.bincount(ratings.unit * classes + ratings.label, minlength=units * classes)
    counts = counts.reshape(units, classes)
    shares: Floats = counts / counts.sum(axis=1, keepdims=True)
    return shares


def _maximize(
    ratings: Ratings, probabilities: Floats, raters: int, smoothing: float
) -> tuple[Floats, Floats]:
    """Equations 2.3 and 2.4 of the paper. A rater's row is uniform for a class that the rater never saw."""
    classes = probabilities.shape[1]
    weighted = probabilities * ratings.weight[:, None]
    totals = weighted.sum(axis=0) + smoothing
    cells = ratings.rater * classes + ratings.label
    by_class = [
        np.bincount(cells, weights=weighted[ratings.unit, true], minlength=raters * classes)
        for true in range(classes)
    ]
    counts = np.stack(by_class, axis=1).reshape(raters, classes, classes).transpose(0, 2, 1) + smoothing
    seen = counts.sum(axis=2, keepdims=True)
    confusion = np.full(counts.shape, 1 / classes)
    np.divide(counts, seen, out=confusion, where=seen > 0)
    return totals / totals.sum(), confusion


def _expect(ratings: Ratings, prior: Floats, confusion: Floats) -> tuple[Floats, Floats]:
    """Return equation 2.5 of the paper, shape (units, classes), and each unit's log-likelihood, shape (units,)."""
    units = len(ratings.weight)
    with np.errstate(divide="ignore"):
        logs, start = np.log(confusion)[ratings.rater, :, ratings.label], np.log(prior)
    scores = np.stack(
        [
            start[true] + np.bincount(ratings.unit, weights=logs[:, true], minlength=units)
            for true in range(len(prior))
        ],
        axis=1,
    )
    most = scores.max(axis=1, keepdims=True)
    likelihoods = np.exp(scores - most)
    sums = likelihoods.sum(axis=1, keepdims=True)
    return likelihoods / sums, (most + np.log(sums))[:, 0]


class Segment(NamedTuple):
    """A range `[start, end)` of code points marked by the same annotators: bit k of `marks` is annotator k."""

    start: int
    end: int
    marks: int


def segments(ranges: Sequence[Sequence[Range]], length: int) -> Iterator[Segment]:
    """Yield segments that cover an answer of `length` code points, unmarked ones included.

    `ranges`: those of each annotator, without overlap.
    """
    changes: dict[int, int] = {0: 0, length: 0}
    for annotator, own_ranges in enumerate(ranges):
        for range_ in own_ranges:
            for edge in range_:
                changes[edge] = changes.get(edge, 0) ^ 1 << annotator
    marks = opened = 0
    for position, change in sorted(changes.items()):
        if change or position == length:
            if opened < position:
                yield Segment(opened, position, marks)
            opened, marks = position, marks ^ change


class CharacterRatings:
    """The characters of many answers, counted by their raters and by which of them marked the character."""

    def __init__(self) -> None:
        self._weights: Counter[tuple[tuple[int, ...], int]] = Counter()

    def add(self, raters: Sequence[int], ranges: Sequence[Sequence[Range]], length: int) -> None:
        """Add an answer of `length` code points: the index of each annotator and their ranges."""
        order = sorted(range(len(raters)), key=raters.__getitem__)
        ordered = tuple(raters[index] for index in order)
        for start, end, marks in segments([ranges[index] for index in order], length):
            self._weights[ordered, marks] += end - start

    def ratings(self) -> Ratings:
        return _ratings(self._weights.items())


class Aggregate(NamedTuple):
    """The labels of one answer under the estimates. Characters that nobody marked are left out."""

    soft_labels: list[SoftLabel]
    hard_labels: list[list[int]]


def aggregate(
    estimates: Estimates, raters: Sequence[int], ranges: Sequence[Sequence[Range]], length: int
) -> Aggregate:
    """Return soft labels (probability of being marked) and hard labels (probability > 0.5) of one answer.

    `raters`: the index of each annotator of the answer; `ranges`: their marks; `length` in code points.
    """
    found = list(segments(ranges, length))
    rows = _ratings([((tuple(raters), each.marks), each.end - each.start) for each in found])
    soft: list[SoftLabel] = []
    hard: list[list[int]] = []
    for each, probability in zip(found, posterior(rows, estimates)[:, MARKED].tolist(), strict=True):
        if not each.marks:
            continue
        prob = round(probability, 10)
        if soft and soft[-1]["end"] == each.start and soft[-1]["prob"] == prob:
            soft[-1]["end"] = each.end
        else:
            soft.append({"start": each.start, "prob": prob, "end": each.end})
        if 2 * probability > 1:
            if hard and hard[-1][1] == each.start:
                hard[-1][1] = each.end
            else:
                hard.append([each.start, each.end])
    return Aggregate(soft, hard)


def _ratings(patterns: Iterable[tuple[tuple[tuple[int, ...], int], int]]) -> Ratings:
    """Return one unit for each pattern of raters, marks as bits over these raters, and number of characters."""
    unit: list[int] = []
    rater: list[int] = []
    label: list[int] = []
    weight: list[int] = []
    for index, ((raters, marks), characters) in enumerate(patterns):
        unit += [index] * len(raters)
        rater += raters
        label += [MARKED if marks >> bit & 1 else UNMARKED for bit in range(len(raters))]
        weight.append(characters)
    columns = (np.array(column, dtype=np.int64) for column in (unit, rater, label, weight))
    return Ratings(*columns)
