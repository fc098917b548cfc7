"""Gold of an item label by a field of the items: counts with residuals, and shares of a choice with tests."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from morelkit.agreement.item_labels import Association, association


@dataclass(frozen=True)
class CrossTable:
    """Items by value of a field (rows) and by gold (columns), in alphabetical order.

    `residuals`: (O − E) / √E of each cell. Annotations of an item are not independent, but gold counts each item once.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: list[list[int]]
    residuals: list[list[float]]
    association: Association

    @property
    def majority(self) -> str:
        """The most frequent gold; "" without items."""
        return self.columns[int(np.sum(self.counts, axis=0).argmax())] if self.columns else ""

    @property
    def majority_accuracy(self) -> float | None:
        """The accuracy of always predicting the most frequent gold."""
        return float(np.sum(self.counts, axis=0).max()) / self.association.n if self.columns else None


def cross_table(pairs: Iterable[tuple[str, str]]) -> CrossTable:
    """Return the table of (value of the field, gold) of each item."""
    found = Counter(pairs)
    rows = tuple(sorted({row for row, _ in found}))
    columns = tuple(sorted({column for _, column in found}))
    counts = np.array([[found[row, column] for column in columns] for row in rows], dtype=np.int64)
    counts = counts.reshape(len(rows), len(columns))
    n = counts.sum()
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0, keepdims=True) / max(n, 1)
    residuals: list[list[float]] = ((counts - expected) / np.sqrt(expected)).tolist()
    return CrossTable(rows, columns, counts.tolist(), residuals, association(counts))


@dataclass(frozen=True)
class ShareComparison:
    """Two values of a field whose items have another distribution of shares.

    `greater`: p of the one-sided Mann–Whitney test that shares of the first are greater. `ks`, `ks_p`: statistic and
    p of the two-sided Kolmogorov–Smirnov test.
    """

    first: str
    second: str
    greater: float
    ks: float
    ks_p: float


@dataclass
class ShareTally:
    """The share of annotators who made a choice, item by item, by value of a field."""

    shares: dict[str, list[float]] = field(default_factory=dict)

    def add(self, value: str, share: float) -> None:
        self.shares.setdefault(value, []).append(share)

    def distribution(self) -> Mapping[str, Sequence[tuple[float, int]]]:
        """Return, for each value of the field, each share and how many items have it."""
        return {value: sorted(Counter(self.shares[value]).items()) for value in sorted(self.shares)}

    def comparisons(self) -> list[ShareComparison]:
        """Return the tests of each ordered pair of values. Mann–Whitney is asymptotic, with correction for ties."""
        from scipy.stats import ks_2samp, mannwhitneyu  # it takes long to import

        found = []
        for first, second in permutations(sorted(self.shares), 2):
            one, other = self.shares[first], self.shares[second]
            rank = mannwhitneyu(one, other, alternative="greater", method="asymptotic")
            ks = ks_2samp(one, other)
            found.append(
                ShareComparison(first, second, float(rank.pvalue), float(ks.statistic), float(ks.pvalue))
            )
        return found
