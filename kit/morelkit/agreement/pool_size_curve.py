"""The pool-size curve: expected agreement for 2, 3, … annotators an item.

Vázquez et al. (SemEval-2025 Task 3), figure 2: the mean of eq. 1 over all subsets of k annotators of an item, then over
items; an item with fewer than k annotators counts with all of them. Eq. 1 of a subset needs its union, which does not
follow from pairs. Up to `EXACT` annotators, all 2^n subsets are computed; for more, random orders of the annotators are
drawn, and the first k of an order are a random subset for every k.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple

import numpy as np

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.span_arrays import SpanArrays, concatenated_ranges

EXACT: Final = 12  # annotators: 4,096 subsets an item
ORDERS: Final = 1_000  # drawn for an item with more
_CELLS: Final = 2**19  # subsets of items in memory at once


class CurvePoint(NamedTuple):
    """Expected agreement of `k` annotators; `error` is the standard error of sampling, 0 if computed exactly."""

    k: int
    agreement: float
    error: float


@dataclass
class PoolSizeCurve:
    """Sums over items, one entry for each number of annotators, so memory does not grow with items."""

    items: int = 0
    sampled: int = 0  # items with too many subsets to compute all
    sums: dict[int, float] = field(default_factory=dict)  # k → Σ over items with n ≥ k
    squares: dict[int, float] = field(default_factory=dict)  # k → Σ of squared standard errors
    full_sums: dict[int, float] = field(default_factory=dict)  # n → Σ agreement of items with n annotators

    def add(
        self, marks: SpanArrays, seed: int, before: int, heartbeat: Callable[[], object] = lambda: None
    ) -> None:
        """Add a chunk of items; `before` is the number of items in earlier chunks.

        The random orders of an item depend on the seed and its position, not on how items are cut into chunks. Items
        with many annotators can take minutes, so `heartbeat` is called throughout.
        """
        n = marks.n
        for size in np.unique(n[n >= 2]).tolist():
            chosen = np.flatnonzero(n == size)
            of_size = marks.of_items(chosen)
            if size <= EXACT:
                means = _over_all_subsets(of_size, size, heartbeat)
                squares = np.zeros(size - 1)
            else:
                means, squares = _over_random_orders(of_size, size, seed, chosen + before, heartbeat)
                self.sampled += len(chosen)
            self.items += len(chosen)
            _increase(self.full_sums, size, float(means[-1]))
            for k in range(2, size + 1):
                _increase(self.sums, k, float(means[k - 2]))
                _increase(self.squares, k, float(squares[k - 2]))

    def __add__(self, other: "PoolSizeCurve") -> "PoolSizeCurve":
        both = PoolSizeCurve(self.items + other.items, self.sampled + other.sampled)
        for part in (self, other):
            for name in ("sums", "squares", "full_sums"):
                for key, amount in getattr(part, name).items():
                    _increase(getattr(both, name), key, amount)
        return both

    def points(self) -> list[CurvePoint]:
        """Return the points for k = 2 up to the largest n; none if no item has two annotators."""
        return [
            CurvePoint(
                k,
                (self.sums[k] + sum(total for n, total in self.full_sums.items() if n < k)) / self.items,
                self.squares[k] ** 0.5 / self.items,
            )
            for k in sorted(self.sums)
        ]


def _increase(sums: dict[int, float], key: int, amount: float) -> None:
    sums[key] = sums.get(key, 0.0) + amount


def _over_all_subsets(marks: SpanArrays, n: int, heartbeat: Callable[[], object]) -> Floats:
    """Return Σ over items, each with `n` annotators, of the mean agreement of k-subsets; shape (n − 1,), k = 2 … n."""
    members = _members(n)
    sums = np.zeros(n + 1)
    at_once = max(1, _CELLS >> n)
    for low in range(0, len(marks.length), at_once):
        items = np.arange(low, min(low + at_once, len(marks.length)))
        agreement = _of_every_subset(marks.of_items(items), n)
        sums += np.bincount(members, weights=agreement.sum(axis=0), minlength=n + 1)
        heartbeat()
    return sums[2:] / [comb(n, k) for k in range(2, n + 1)]


def _of_every_subset(marks: SpanArrays, n: int) -> Floats:
    """Return eq. 1 of every subset of each item's annotators, shape (items, 2^n); bit k of a column is annotator k."""
    items = len(marks.length)
    item, mask, length = _patterns(marks, n)
    # First the characters by the exact set of annotators who marked them; the loop sums over subsets, so that
    # within[s] counts characters that only annotators in s marked. The union of a set is the total minus within[its
    # complement].
    within = np.bincount((item << n) | mask, weights=length, minlength=items << n).reshape(items, 1 << n)
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
    """Return the number of bits set in 0 … 2^n − 1, shape (2^n,)."""
    members = np.zeros(1, dtype=np.int64)
    for _ in range(n):
        members = np.append(members, members + 1)
    return members


def _patterns(marks: SpanArrays, n: int) -> tuple[Integers, Integers, Integers]:
    """Return marked stretches of text: their item, the bits of the annotators who marked them, and code points.

    Each boundary of a span flips its annotator's bit, so the bits at an offset are the XOR of all boundaries before it.
    """
    stride = int(marks.end.max(initial=0)) + 1
    base = marks.item[marks.annotation] * stride
    bit = np.int64(1) << (marks.annotation % n)
    key = np.concatenate([base + marks.start, base + marks.end])
    order = np.argsort(key, kind="stable")
    key, flipped = key[order], np.concatenate([bit, bit])[order]
    mask = np.bitwise_xor.accumulate(flipped)[:-1]
    length = key[1:] - key[:-1]
    marked = (mask > 0) & (length > 0)
    return (key[:-1] // stride)[marked], mask[marked], length[marked]


def _over_random_orders(
    marks: SpanArrays, n: int, seed: int, positions: Integers, heartbeat: Callable[[], object]
) -> tuple[Floats, Floats]:
    """Return an estimate of `_over_all_subsets`, and the sums of squared standard errors."""
    sums, squares = np.zeros(n - 1), np.zeros(n - 1)
    for item, position in enumerate(positions.tolist()):
        random = np.random.default_rng((seed, position))
        drawn = np.array(list(_along_orders(marks.of_items(np.array([item])), n, random)))[:, 1:]
        sums += drawn.mean(axis=0)
        spread = drawn.var(axis=0, ddof=1) / ORDERS
        spread[-1] = 0.0  # the full set does not depend on the order
        squares += spread
        heartbeat()
    return sums, squares


def _along_orders(marks: SpanArrays, n: int, random: np.random.Generator) -> Iterator[Floats]:
    """Yield, for each random order of one item's annotators, eq. 1 of the first 1, 2, … n; shape (n,)."""
    edges = np.unique(np.concatenate([marks.start, marks.end]))
    first, last = np.searchsorted(edges, marks.start), np.searchsorted(edges, marks.end)
    # One entry for each annotator of each stretch between two edges, sorted by stretch.
    stretch = np.repeat(first, last - first) + concatenated_ranges(last - first)
    order = np.argsort(stretch, kind="stable")
    stretch, annotator = stretch[order], np.repeat(marks.annotation, last - first)[order]
    opens = np.flatnonzero(np.append(True, stretch[1:] != stretch[:-1])) if len(stretch) else stretch
    length = np.diff(edges)[stretch[opens]] if len(stretch) else stretch
    sizes = marks.sizes
    subset_size = np.arange(1, n + 1)
    for _ in range(ORDERS):
        rank = random.permutation(n)
        earliest = np.minimum.reduceat(rank[annotator], opens) if len(stretch) else stretch
        union = np.cumsum(np.bincount(earliest, weights=length, minlength=n))
        mass = np.cumsum(sizes[np.argsort(rank)])
        agreement = np.ones(n)
        np.divide(mass, subset_size * union, out=agreement, where=union > 0)
        yield agreement
