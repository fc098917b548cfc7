"""Soft labels that overlap: which one sets the probability of a character."""

from collections.abc import Iterable
from itertools import pairwise

from morelkit.scoring.span_labels import SoftRange


def painted(soft: Iterable[SoftRange]) -> list[SoftRange]:
    """Return the soft labels sorted and without overlap: the last one in file order sets a character.

    Linear after sorting, also for a million labels that overlap.
    """
    labels = list(soft)
    if all(before[1] <= after[0] for before, after in pairwise(labels)):
        return labels
    edges = sorted({edge for start, end, _ in labels for edge in (start, end)})
    position = {edge: index for index, edge in enumerate(edges)}
    prob: list[float | None] = [None] * len(edges)  # of the characters from an edge to the next
    unset = list(range(len(edges) + 1))  # a path to the next edge whose characters have no label yet
    for start, end, value in reversed(labels):
        index = _next_unset(unset, position[start])
        while index < position[end]:
            prob[index] = value
            unset[index] = index + 1
            index = _next_unset(unset, index)
    return [
        (start, end, value)
        for start, end, value in zip(edges, edges[1:], prob, strict=False)
        if value is not None
    ]


def _next_unset(unset: list[int], index: int) -> int:
    while unset[index] != index:
        unset[index] = unset[unset[index]]  # halve the path
        index = unset[index]
    return index
