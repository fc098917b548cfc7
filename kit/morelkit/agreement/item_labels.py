"""Item labels: agreement on each of them, and the association between two."""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from morelkit.agreement.arrays import Integers
from morelkit.agreement.registry import ITEM_LABEL_MEASURES
from morelkit.agreement.undefined import Undefined, Value


@dataclass(frozen=True)
class Association:
    """Association of two item labels. `chi_square` is Pearson's, without correction."""

    n: int
    chi_square: Value
    cramers_v: Value
    degrees_of_freedom: int


def association(table: Sequence[Sequence[int]] | Integers) -> Association:
    """Return the association in a contingency table of counts; empty rows and columns are left out.

    χ² = Σ (observed − expected)² / expected, expected = row · column / N;
    Cramér's V = √(χ² / (N · min(r − 1, c − 1))) (Cramér, *Mathematical Methods of Statistics*, 1946).
    """
    counts = np.asarray(table, dtype=np.int64)
    n = int(counts.sum())
    if not n:
        return Association(0, Undefined.NO_VALUES, Undefined.NO_VALUES, 0)
    counts = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    rows, columns = counts.shape
    if min(rows, columns) == 1:
        return Association(n, Undefined.ONE_VALUE, Undefined.ONE_VALUE, 0)
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0, keepdims=True) / n
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    v = (chi_square / (n * (min(rows, columns) - 1))) ** 0.5
    return Association(n, chi_square, v, (rows - 1) * (columns - 1))


Choices = Mapping[str, Sequence[str]]
"""The choices of each item label, in the order of the scheme."""


@dataclass
class ItemLabelTally:
    """Counts of the choices of each item's counted annotations, collected item by item."""

    choices: Choices
    counts: dict[str, "array[int]"] = field(default_factory=dict)  # label → items × choices
    tables: dict[tuple[str, str], Integers] = field(default_factory=dict)  # two labels → contingency table

    def __post_init__(self) -> None:
        self.counts = self.counts or {label: array("I") for label in self.choices}
        self.tables = self.tables or {
            (one, other): np.zeros((len(self.choices[one]), len(self.choices[other])), dtype=np.int64)
            for one, other in combinations(self.choices, 2)
        }

    def add(self, annotations: Sequence[Mapping[str, str]]) -> None:
        """Add an item: the choices of each of its annotations by label. An annotation may leave labels unset."""
        for label, choices in self.choices.items():
            chosen = [annotation.get(label) for annotation in annotations]
            self.counts[label].extend(chosen.count(choice) for choice in choices)
        for (one, other), table in self.tables.items():
            for annotation in annotations:
                if annotation.get(one) in self.choices[one] and annotation.get(other) in self.choices[other]:
                    row = self.choices[one].index(annotation[one])
                    table[row, self.choices[other].index(annotation[other])] += 1

    def __add__(self, other: "ItemLabelTally") -> "ItemLabelTally":
        return ItemLabelTally(
            self.choices,
            {label: counts + other.counts[label] for label, counts in self.counts.items()},
            {labels: table + other.tables[labels] for labels, table in self.tables.items()},
        )

    def measures(self) -> list["ItemLabelAgreement"]:
        return [self._measures(label) for label in self.choices]

    def _measures(self, label: str) -> "ItemLabelAgreement":
        counts = np.array(self.counts[label]).astype(np.int64).reshape(-1, len(self.choices[label]))
        n = counts.sum(axis=1)
        return ItemLabelAgreement(
            label,
            int(n.sum()),
            int((n >= 2).sum()),
            {measure.name: measure.value(counts) for measure in ITEM_LABEL_MEASURES},
            vote_shares(self.choices[label], counts),
        )


@dataclass(frozen=True)
class ChoiceShares:
    """How often a choice was made.

    `majority`: items where more annotations made it than any other choice. `shares`: number of items by the share of
    the annotations that made it, for the shares that occur.
    """

    name: str
    annotations: int
    majority: int
    shares: list[tuple[float, int]]


@dataclass(frozen=True)
class VoteShares:
    """The votes on an item label, item by item.

    `ties`: items where two choices have the most votes. `majority_accuracy`: share of the items with a majority whose
    majority is the most frequent one, the accuracy of always predicting it. `splits`: number of items by votes for
    each choice, the most first, such as (3, 2), with the most divided last.
    """

    choices: list[ChoiceShares]
    ties: int
    majority_accuracy: Value
    splits: list[tuple[tuple[int, ...], int]]


def vote_shares(choices: Sequence[str], counts: Integers) -> VoteShares:
    """Return the votes. `counts`, shape (items, choices): how many of an item's annotations made each choice."""
    counts = counts[counts.any(axis=1)]
    if not len(counts):
        return VoteShares([ChoiceShares(name, 0, 0, []) for name in choices], 0, Undefined.NO_ITEMS, [])
    n = counts.sum(axis=1)
    ranked = -np.sort(-counts, axis=1)
    decided = ranked[:, 0] > ranked[:, 1] if counts.shape[1] > 1 else np.ones(len(counts), dtype=bool)
    majority = np.bincount(counts[decided].argmax(axis=1), minlength=len(choices))
    splits = Counter(tuple(votes for votes in row if votes) for row in ranked.tolist())
    return VoteShares(
        [
            ChoiceShares(
                name,
                int(counts[:, place].sum()),
                int(majority[place]),
                sorted(Counter((counts[:, place] / n).tolist()).items()),
            )
            for place, name in enumerate(choices)
        ],
        int((~decided).sum()),
        float(majority.max() / decided.sum()) if decided.any() else Undefined.NO_VALUES,
        sorted(splits.items(), key=lambda split: tuple(-k / sum(split[0]) for k in split[0])),
    )


@dataclass(frozen=True)
class ItemLabelAgreement:
    """Agreement on one item label. `values`: every measure by its name.

    `n`: annotations that set the label; `counted`: items with two of them or more.
    """

    name: str
    n: int
    counted: int
    values: dict[str, Value]
    votes: VoteShares

    def __getitem__(self, name: str) -> Value:
        """Return the value of a measure."""
        return self.values[name]
