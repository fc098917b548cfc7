"""Agreement on claims: each counted annotator judges each claim of an item as correct or incorrect."""

import math
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from morelkit.agreement.alpha import label_alpha
from morelkit.agreement.arrays import Integers
from morelkit.agreement.cohens_kappa import cohens_kappa
from morelkit.agreement.percentage import percentage_agreement
from morelkit.agreement.undefined import Undefined, Value
from morelkit.text.claims.answer_claims import AnswerClaims
from morelkit.text.normalization import Range


@dataclass(frozen=True)
class ClaimAgreement:
    """`claims`: of all items. `n`: judgements of them; `incorrect`: those that say so. `counted`: claims with n ≥ 2.

    `kappa`: the mean of Cohen's κ over `pairs` of annotators, over the claims that both judged. Pairs without a value
    are left out.
    """

    claims: int
    n: int
    incorrect: int
    counted: int
    pairs: int
    kappa: Value
    alpha: Value
    percentage: Value

    @property
    def values(self) -> dict[str, Value]:
        return {"kappa": self.kappa, "alpha": self.alpha, "percentage": self.percentage}


@dataclass
class ClaimTally:
    """Judgements of claims, collected item by item."""

    counts: "array[int]" = field(default_factory=lambda: array("I"))  # claims × (correct, incorrect)
    tables: dict[tuple[str, str], Integers] = field(
        default_factory=dict
    )  # two annotators → choices × choices

    def add(self, claims: AnswerClaims, spans: Mapping[str, Iterable[Range]]) -> None:
        """Add an item. `spans`: of each annotator, by a key that identifies them across items."""
        judged = {name: claims.marked(own) for name, own in spans.items()}
        for place in range(len(claims.ranges)):
            incorrect = sum(marked[place] for marked in judged.values())
            self.counts.extend((len(judged) - incorrect, incorrect))
        for pair in combinations(sorted(judged), 2):
            first, second = (np.array(judged[name], dtype=np.int64) for name in pair)
            table = np.bincount(2 * first + second, minlength=4).reshape(2, 2)
            self.tables[pair] = self.tables.get(pair, 0) + table

    def __add__(self, other: "ClaimTally") -> "ClaimTally":
        tables = dict(self.tables)
        for pair, table in other.tables.items():
            tables[pair] = tables.get(pair, 0) + table
        return ClaimTally(self.counts + other.counts, tables)

    def measures(self) -> ClaimAgreement:
        counts = np.array(self.counts).astype(np.int64).reshape(-1, 2)
        n = counts.sum(axis=1)
        kappas = [cohens_kappa(table) for table in self.tables.values()]
        defined = [kappa for kappa in kappas if not isinstance(kappa, Undefined)]
        without = Undefined.ONE_VALUE if kappas else Undefined.NO_PAIRS
        return ClaimAgreement(
            claims=len(counts),
            n=int(n.sum()),
            incorrect=int(counts[:, 1].sum()),
            counted=int((n >= 2).sum()),
            pairs=len(defined),
            kappa=math.fsum(defined) / len(defined) if defined else without,
            alpha=label_alpha(counts),
            percentage=percentage_agreement(counts),
        )
