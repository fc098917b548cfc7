"""The input of the agreement measures: normalized spans of items as flat arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from morelkit.agreement.arrays import Integers, Runs, corpus_runs
from morelkit.text.normalization import Range


class SpanArrays(NamedTuple):
    """Label-blind spans, or the spans of one label. The spans of an annotation are sorted and do not overlap.

    `length`, shape (items,): code points of each answer. `item`, shape (annotations,), ascending: the item of each
    counted annotation, including those without spans. `annotation`, `start` and `end`, shape (spans,): the annotation
    of each span, ascending, and its range in code points.
    """

    length: Integers
    item: Integers
    annotation: Integers
    start: Integers
    end: Integers

    @classmethod
    def of(cls, lengths: Sequence[int], ranges: Sequence[Sequence[Sequence[Range]]]) -> "SpanArrays":
        """Return the arrays of nested lists.

        `lengths`: code points of each answer. `ranges`: items → annotations → sorted ranges without overlap.
        """
        annotations = [annotation for of_item in ranges for annotation in of_item]
        sizes = [len(annotation) for annotation in annotations]
        flat = np.array([range_ for annotation in annotations for range_ in annotation], dtype=np.int64)
        flat = flat.reshape(-1, 2)
        return cls(
            length=np.array(lengths, dtype=np.int64),
            item=np.repeat(np.arange(len(ranges)), [len(of_item) for of_item in ranges]),
            annotation=np.repeat(np.arange(len(annotations)), np.array(sizes, dtype=np.int64)),
            start=flat[:, 0],
            end=flat[:, 1],
        )

    @property
    def n(self) -> Integers:
        """The number of counted annotations of each item, shape (items,)."""
        return np.bincount(self.item, minlength=len(self.length))

    @property
    def runs(self) -> Runs:
        return corpus_runs(self.item[self.annotation], self.annotation, self.start, self.end)

    @property
    def sizes(self) -> Integers:
        """|C_k|: the number of characters that each annotation marks, shape (annotations,)."""
        return _totals(self.annotation, self.end - self.start, len(self.item))

    def of_items(self, chosen: Integers) -> "SpanArrays":
        """Return the items at these ascending indices, renumbered from 0."""
        new_item = np.full(len(self.length), -1)
        new_item[chosen] = np.arange(len(chosen))
        kept = new_item[self.item] >= 0
        new_annotation = np.cumsum(kept) - 1
        spans = kept[self.annotation]
        return SpanArrays(
            self.length[chosen],
            new_item[self.item[kept]],
            new_annotation[self.annotation[spans]],
            self.start[spans],
            self.end[spans],
        )


def concatenated_ranges(counts: Integers) -> Integers:
    """Return 0 … c − 1 for each count c, concatenated, shape (sum of counts,)."""
    return np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)


def _totals(index: Integers, amount: Integers, size: int) -> Integers:
    return np.bincount(index, weights=amount, minlength=size).astype(np.int64)
