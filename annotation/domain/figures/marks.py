"""What the measures are computed from: the normalized spans of some items, as flat arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotation.domain.corpus import Integers, Runs, corpus_runs
from annotation.domain.normalization import Range


class Marks(NamedTuple):
    """Spans of all labels together, or of one. The spans of an annotation are sorted and do not overlap.

    `length`, shape (items,): code points of each answer. `item`, shape (annotations,), ascends: the item of each
    counted annotation, those without spans included. `owner`, `start` and `end`, shape (spans,): the annotation of each
    span, ascending, and where it lies, in code points.
    """

    length: Integers
    item: Integers
    owner: Integers
    start: Integers
    end: Integers

    @classmethod
    def of(cls, lengths: Sequence[int], ranges: Sequence[Sequence[Sequence[Range]]]) -> "Marks":
        """`lengths` of answers, in code points; `ranges`: items → annotations → sorted ranges without overlap."""
        owners = [each for of_item in ranges for each in of_item]
        sizes = [len(each) for each in owners]
        flat = np.array([range_ for each in owners for range_ in each], dtype=np.int64).reshape(-1, 2)
        return cls(
            length=np.array(lengths, dtype=np.int64),
            item=np.repeat(np.arange(len(ranges)), [len(of_item) for of_item in ranges]),
            owner=np.repeat(np.arange(len(owners)), np.array(sizes, dtype=np.int64)),
            start=flat[:, 0],
            end=flat[:, 1],
        )

    @property
    def n(self) -> Integers:
        """Shape (items,): the counted annotations of each item."""
        return np.bincount(self.item, minlength=len(self.length))

    @property
    def runs(self) -> Runs:
        return corpus_runs(self.item[self.owner], self.owner, self.start, self.end)

    @property
    def sizes(self) -> Integers:
        """Shape (annotations,): |C_k|, the characters that each annotation marks."""
        return _totals(self.owner, self.end - self.start, len(self.item))

    def of_items(self, chosen: Integers) -> "Marks":
        """The items at these ascending positions only, numbered anew from 0."""
        place = np.full(len(self.length), -1)
        place[chosen] = np.arange(len(chosen))
        kept = place[self.item] >= 0
        number = np.cumsum(kept) - 1
        spans = kept[self.owner]
        return Marks(
            self.length[chosen],
            place[self.item[kept]],
            number[self.owner[spans]],
            self.start[spans],
            self.end[spans],
        )


def steps(counts: Integers) -> Integers:
    """0, 1, … for each of the counts, one after the other."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)


def _totals(place: Integers, amount: Integers, size: int) -> Integers:
    return np.bincount(place, weights=amount, minlength=size).astype(np.int64)
