"""Choices of pairs of annotators on the items that both annotated."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

import numpy as np

from annotation.models import Project
from annotation.queries.annotate.counted_items import counted_items, work_items
from annotation.queries.projects.access import scheme_of
from morelkit.agreement.arrays import Integers

LabelTables: TypeAlias = dict[str, dict[tuple[int, int], Integers]]
"""By item label and pair of annotators (the lower id first): items by the choices of the two, (choices, choices)."""


def label_tables(project: Project, beat: Callable[[], object]) -> LabelTables:
    """The tables of all counted annotations of work items. `beat` is called often."""
    labels = {
        label.name: {choice.name: place for place, choice in enumerate(label.choices)}
        for label in scheme_of(project).item_labels
    }
    counts: dict[str, Counter[tuple[int, int, int, int]]] = {name: Counter() for name in labels}
    for batch in counted_items(work_items(project), content="labels") if labels else ():
        for _, annotations in batch:
            for name, places in labels.items():
                chosen = sorted(
                    (row.annotator, places[row.labels[name]])
                    for row in annotations
                    if row.labels.get(name) in places
                )
                counts[name].update(
                    (first, second, one, other) for (first, one), (second, other) in combinations(chosen, 2)
                )
        beat()
    tables: LabelTables = {name: {} for name in labels}
    for name, places in labels.items():
        for (first, second, one, other), items in counts[name].items():
            empty = np.zeros((len(places), len(places)), dtype=np.int64)
            tables[name].setdefault((first, second), empty)[one, other] = items
    return tables


def items_of_pairs(tables: LabelTables) -> dict[tuple[int, int], int]:
    """By pair: the most items on which both set the same label."""
    found: dict[tuple[int, int], int] = defaultdict(int)
    for pairs in tables.values():
        for both, table in pairs.items():
            found[both] = max(found[both], int(table.sum()))
    return found
