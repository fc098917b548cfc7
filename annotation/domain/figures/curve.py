"""The pool-size curve: which agreement to expect had 2, 3, … of an item's annotators been asked.

Vázquez et al. (SemEval-2025 Task 3), figure 2: the mean of eq. 1 over all subsets of k annotators of an item, then over
items; an item with fewer than k annotators counts with all it has. Eq. 1 of a subset needs its union, so there is no
short cut by pairs. Up to `EXACT` annotators every subset is worked out, 2^n of them at once; beyond, random orders of
the annotators are drawn, whose first k are a random subset for every k.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple

import numpy as np

from annotation.domain.corpus import Floats, Integers
from annotation.domain.figures.marks import Marks, steps

EXACT: Final = 12  # annotators: 4,096 subsets an item
ORDERS: Final = 1_000  # drawn for an item with more
_CELLS: Final = 2**19  # subsets of items held at once


class Point(NamedTuple):
    """Expected agreement of `k` annotators; `error` is the standard error of sampling, 0 where nothing was sampled."""

    k: int
    agreement: float
    error: float


@dataclass
class Curve:
    """Sums over items, which grow with every chunk of them: in memory, as much as one item has annotators."""

    items: int = 0
    sampled: int = 0  # items whose subsets were too many
    sums: dict[int, float] = field(default_factory=dict)  # k → Σ over items with n ≥ k
    squares: dict[int, float] = field(default_factory=dict)  # k → Σ of squared standard errors
    whole: dict[int, float] = field(default_factory=dict)  # n → Σ agreement of items with n annotators

    def add(self, marks: Marks, seed: int, before: int, beat: Callable[[], object] = lambda: None) -> None:
        """Take in more items. `before`: how many stand before them, so that chunks do not change what is drawn.

        Where they have many annotators it takes minutes: `beat` is called all along, as by `bootstrap_interval`.
        """
        n = marks.n
        for size in np.unique(n[n >= 2]).tolist():
            chosen = np.flatnonzero(n == size)
            of_size = marks.of_items(chosen)
            if size <= EXACT:
                means = _over_all_subsets(of_size, size, beat)
                squares = np.zeros(size - 1)
            else:
                means, squares = _over_random_orders(of_size, size, seed, chosen + before, beat)
                self.sampled += len(chosen)
            self.items += len(chosen)
            _increase(self.whole, size, float(means[-1]))
            for k in range(2, size + 1):
                _increase(self.sums, k, float(means[k - 2]))
                _increase(self.squares, k, float(squares[k - 2]))

    def __add__(self, other: "Curve") -> "Curve":
        both = Curve(self.items + other.items, self.sampled + other.sampled)
        for part in (self, other):
            for name in ("sums", "squares", "whole"):
                for key, amount in getattr(part, name).items():
                    _increase(getattr(both, name), key, amount)
        return both

    def points(self) -> list[Point]:
        """For k = 2 … most annotators of an item; none where no item has two."""
        return [
            Point(
                k,
                (self.sums[k] + sum(total for n, total in self.whole.items() if n < k)) / self.items,
                self.squares[k] ** 0.5 / self.items,
            )
            for k in sorted(self.sums)
        ]


def _increase(sums: dict[int, float], key: int, amount: float) -> None:
    sums[key] = sums.get(key, 0.0) + amount


def _over_all_subsets(marks: Marks, n: int, beat: Callable[[], object]) -> Floats:
    """Σ over items, each with `n` annotators, of the mean agreement of their k-subsets; shape (n − 1,), k = 2 … n."""
    members = _members(n)
    sums = np.zeros(n + 1)
    at_once = max(1, _CELLS >> n)
    for low in range(0, len(marks.length), at_once):
        items = np.arange(low, min(low + at_once, len(marks.length)))
        agreement = _of_every_subset(marks.of_items(items), n)
        sums += np.bincount(members, weights=agreement.sum(axis=0), minlength=n + 1)
        beat()
    return sums[2:] / [comb(n, k) for k in range(2, n + 1)]


def _of_every_subset(marks: Marks, n: int) -> Floats:
    """Eq. 1 of every subset of each item's annotators, shape (items, 2^n); subsets as the bits of their number."""
    items = len(marks.length)
    place, mask, length = _patterns(marks, n)
    # Characters by the set of those who marked them, then by every set that holds that set: what nobody outside of it
    # marked. The union of a subset is the rest of what its complement so holds.
    within = np.bincount((place << n) | mask, weights=length, minlength=items << n).reshape(items, 1 << n)
    mass = np.zeros((items, 1 << n))
    sizes = marks.sizes.reshape(items, n)
    for bit in range(n):
        halves = within.reshape(items, -1, 2, 1 << bit)
        halves[:, :, 1] += halves[:, :, 0]
        parts = mass.reshape(items, -1, 2, 1 << bit)
        parts[:, :, 1] += sizes[:, bit, None, None]
    union = within[:, -1:] - within[:, ::-1]
    agreement = np.ones_like(mass)
    np.divide(mass, union * _members(n), out=agreement, where=union > 0)
    return agreement


def _members(n: int) -> Integers:
    """Shape (2^n,): how many bits are set in each number."""
    members = np.zeros(1, dtype=np.int64)
    for _ in range(n):
        members = np.append(members, members + 1)
    return members


def _patterns(marks: Marks, n: int) -> tuple[Integers, Integers, Integers]:
    """Stretches of text: their item, the annotators who marked them as bits, and their length in code points.

    Every end of a span turns its annotator's bit over, so the bits at a place are all of those before it, one upon the
    other.
    """
    stride = int(marks.end.max(initial=0)) + 1
    base = marks.item[marks.owner] * stride
    bit = np.int64(1) << (marks.owner % n)
    key = np.concatenate([base + marks.start, base + marks.end])
    order = np.argsort(key, kind="stable")
    key, turned = key[order], np.concatenate([bit, bit])[order]
    mask = np.bitwise_xor.accumulate(turned)[:-1]
    length = key[1:] - key[:-1]
    marked = (mask > 0) & (length > 0)
    return (key[:-1] // stride)[marked], mask[marked], length[marked]


def _over_random_orders(
    marks: Marks, n: int, seed: int, positions: Integers, beat: Callable[[], object]
) -> tuple[Floats, Floats]:
    """As `_over_all_subsets`, estimated; and the sums of the squared standard errors."""
    sums, squares = np.zeros(n - 1), np.zeros(n - 1)
    for item, position in enumerate(positions.tolist()):
        random = np.random.default_rng((seed, position))
        drawn = np.array(list(_along_orders(marks.of_items(np.array([item])), n, random)))[:, 1:]
        sums += drawn.mean(axis=0)
        spread = drawn.var(axis=0, ddof=1) / ORDERS
        spread[-1] = 0.0  # all of them, in whatever order
        squares += spread
        beat()
    return sums, squares


def _along_orders(marks: Marks, n: int, random: np.random.Generator) -> Iterator[Floats]:
    """For each random order of one item's annotators: eq. 1 of the first 1, 2, … n of them."""
    edges = np.unique(np.concatenate([marks.start, marks.end]))
    first, last = np.searchsorted(edges, marks.start), np.searchsorted(edges, marks.end)
    # One entry for each annotator of each stretch between two edges, by stretch.
    stretch = np.repeat(first, last - first) + steps(last - first)
    order = np.argsort(stretch, kind="stable")
    stretch, annotator = stretch[order], np.repeat(marks.owner, last - first)[order]
    opens = np.flatnonzero(np.append(True, stretch[1:] != stretch[:-1])) if len(stretch) else stretch
    length = np.diff(edges)[stretch[opens]] if len(stretch) else stretch
    sizes = marks.sizes
    many = np.arange(1, n + 1)
    for _ in range(ORDERS):
        rank = random.permutation(n)
        earliest = np.minimum.reduceat(rank[annotator], opens) if len(stretch) else stretch
        union = np.cumsum(np.bincount(earliest, weights=length, minlength=n))
        mass = np.cumsum(sizes[np.argsort(rank)])
        agreement = np.ones(n)
        np.divide(mass, many * union, out=agreement, where=union > 0)
        yield agreement
