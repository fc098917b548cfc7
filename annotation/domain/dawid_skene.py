"""Dawid–Skene: what is so, and how often each rater says what of it, both estimated from the ratings alone.

A. P. Dawid and A. M. Skene, *Maximum likelihood estimation of observer error-rates using the EM algorithm*, Applied
Statistics 28 (1979): a unit is of class t with probability p_t, and rater k then says l with probability π_k[t, l],
each time anew and whatever the others say. Neither is known, so each is estimated from the other in turn.

*Initialisation*: a unit is of each class by the share of its ratings. *Smoothing*: so many ratings are added to every
cell of every confusion matrix, and to every class. *Convergence*: the mean log-likelihood of a unit grows by less than
the tolerance. Products of probabilities are sums of logarithms.

Units that were rated alike are one row, with the number of times it occurs: a corpus has many characters, and few
patterns of marks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers
from annotation.domain.figures.undefined import Undefined
from annotation.domain.normalization import Range
from annotation.domain.soft_label import SoftLabel

TOLERANCE: Final = 1e-9
MOST_ROUNDS: Final = 500
SMOOTHING: Final = 1.0
"""Of characters: what nobody ever did stays possible."""

UNMARKED, MARKED = 0, 1


class Ratings(NamedTuple):
    """`unit`, `rater` and `answer`, shape (ratings,): which class was said of which unit, as often as it was said.

    `times`, shape (units,): how many units each row stands for.
    """

    unit: Integers
    rater: Integers
    answer: Integers
    times: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """`prior`, shape (classes,). `confusion`, shape (raters, classes, classes): by what is so, what is said.

    Not `converged`: the last round before there were too many.
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
    most: int = MOST_ROUNDS,
    beat: Callable[[], object] = lambda: None,
) -> Estimates | Undefined:
    """Undefined where nothing was rated, no unit by two raters, or the same was said of all.

    `beat` is called again and again.
    """
    if reason := _undefined(ratings, raters):
        return reason
    said = _shares(ratings, classes)
    units = ratings.times.sum()
    last, rounds, converged = -np.inf, 0, False
    while not converged and rounds < most:
        rounds += 1
        beat()
        prior, confusion = _maximize(ratings, said, raters, smoothing)
        said, log_likelihoods = _expect(ratings, prior, confusion)
        mean = float(log_likelihoods @ ratings.times / units)
        converged, last = mean - last < tolerance, mean
    return Estimates(prior, confusion, rounds, converged, float(last * units))


def posterior(ratings: Ratings, estimates: Estimates) -> Floats:
    """The probability of each class, shape (units, classes), given what was said of the unit."""
    return _expect(ratings, estimates.prior, estimates.confusion)[0]


def _undefined(ratings: Ratings, raters: int) -> Undefined | None:
    if not len(ratings.unit):
        return Undefined.NO_ITEMS
    pairs = np.unique(ratings.unit * np.int64(raters) + ratings.rater)
    if np.bincount(pairs // raters).max() < 2:
        return Undefined.NO_PAIRS
    if not ratings.answer.any():
        return Undefined.NOTHING_MARKED
    return Undefined.ALL_MARKED if ratings.answer.min() == ratings.answer.max() else None


def _shares(ratings: Ratings, classes: int) -> Floats:
    units = len(ratings.times)
    counts = np.bincount(ratings.unit * classes + ratings.answer, minlength=units * classes)
    counts = counts.reshape(units, classes)
    shares: Floats = counts / counts.sum(axis=1, keepdims=True)
    return shares


def _maximize(ratings: Ratings, said: Floats, raters: int, smoothing: float) -> tuple[Floats, Floats]:
    """(2.3) and (2.4) of the paper. Of a class that a rater never met, nothing is known: each answer is as likely."""
    classes = said.shape[1]
    weighted = said * ratings.times[:, None]
    totals = weighted.sum(axis=0) + smoothing
    cells = ratings.rater * classes + ratings.answer
    by_class = [
        np.bincount(cells, weights=weighted[ratings.unit, true], minlength=raters * classes)
        for true in range(classes)
    ]
    counts = np.stack(by_class, axis=1).reshape(raters, classes, classes).transpose(0, 2, 1) + smoothing
    met = counts.sum(axis=2, keepdims=True)
    confusion = np.full(counts.shape, 1 / classes)
    np.divide(counts, met, out=confusion, where=met > 0)
    return totals / totals.sum(), confusion


def _expect(ratings: Ratings, prior: Floats, confusion: Floats) -> tuple[Floats, Floats]:
    """(2.5) of the paper, shape (units, classes), and the log-likelihood of each unit, shape (units,)."""
    units = len(ratings.times)
    with np.errstate(divide="ignore"):
        logs, start = np.log(confusion)[ratings.rater, :, ratings.answer], np.log(prior)
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
    """A stretch `[start, end)` of code points that the same annotators marked: bit k of `marks` is the k-th of them."""

    start: int
    end: int
    marks: int


def segments(ranges: Sequence[Sequence[Range]], length: int) -> Iterator[Segment]:
    """The whole of an answer of `length`, what nobody marked included; `ranges` of each annotator, without overlap."""
    changes: dict[int, int] = {0: 0, length: 0}
    for place, own in enumerate(ranges):
        for range_ in own:
            for edge in range_:
                changes[edge] = changes.get(edge, 0) ^ 1 << place
    marks = opened = 0
    for position, change in sorted(changes.items()):
        if change or position == length:
            if opened < position:
                yield Segment(opened, position, marks)
            opened, marks = position, marks ^ change


class Pool:
    """The characters of many answers, by who judged them and who of these marked them."""

    def __init__(self) -> None:
        self._times: Counter[tuple[tuple[int, ...], int]] = Counter()

    def add(self, raters: Sequence[int], ranges: Sequence[Sequence[Range]], length: int) -> None:
        """One answer: the number of each annotator, and what they marked."""
        order = sorted(range(len(raters)), key=raters.__getitem__)
        who = tuple(raters[place] for place in order)
        for start, end, marks in segments([ranges[place] for place in order], length):
            self._times[who, marks] += end - start

    def ratings(self) -> Ratings:
        return _ratings(self._times.items())


class Aggregate(NamedTuple):
    """What is marked in one answer by these estimates. Characters that nobody marked are left out, however likely."""

    soft_labels: list[SoftLabel]
    hard_labels: list[list[int]]


def aggregate(
    estimates: Estimates, raters: Sequence[int], ranges: Sequence[Sequence[Range]], length: int
) -> Aggregate:
    """`raters`: the number of each annotator of the answer; `ranges`: their marks. Hard: more likely than not."""
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
    """`patterns`: who rated, which of them marked, and how many characters."""
    unit: list[int] = []
    rater: list[int] = []
    answer: list[int] = []
    times: list[int] = []
    for number, ((who, marks), characters) in enumerate(patterns):
        unit += [number] * len(who)
        rater += who
        answer += [MARKED if marks >> place & 1 else UNMARKED for place in range(len(who))]
        times.append(characters)
    columns = (np.array(column, dtype=np.int64) for column in (unit, rater, answer, times))
    return Ratings(*columns)
