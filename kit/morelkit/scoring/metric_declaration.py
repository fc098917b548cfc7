"""What a metric is: a name, a version, and what it computes from gold and predicted labels.

To add a metric, write a module that defines it and add it to `registry`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from morelkit.agreement.arrays import Floats, Integers
from morelkit.agreement.measure_declaration import Terms

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LabelPairs:
    """Gold and predicted labels of the same items, with intermediate results that several metrics share."""

    extents: Sequence[Any]
    gold: Sequence[Any]
    system: Sequence[Any]
    _shared: dict[Callable[["LabelPairs"], object], object] = field(default_factory=dict)

    def shared(self, compute: Callable[["LabelPairs"], T]) -> T:
        """Return `compute(self)`, which is called once for all metrics."""
        if compute not in self._shared:
            self._shared[compute] = compute(self)
        return cast(T, self._shared[compute])


@dataclass(frozen=True, slots=True)
class _Named:
    """`formula`: for people. `version` is part of the signature, and changes whenever a score changes."""

    name: str
    version: int
    formula: str

    @property
    def signature(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def resamples(self) -> int:
        """Bootstrap samples of an interval, unless chosen otherwise."""
        return 2_000

    @property
    def sign(self) -> int:
        """By which values are multiplied so that a higher one is better."""
        return 1


@dataclass(frozen=True, slots=True)
class MeanMetric(_Named):
    """A metric that is the mean of its items' scores.

    `scores` returns the score of each item, from −1 to 1, shape (items,).
    """

    scores: Callable[[LabelPairs], Floats]


@dataclass(frozen=True, slots=True)
class CorpusMetric(_Named):
    """A metric of all items together.

    `terms` returns what it is computed from: columns with an entry for each unit (item or claim). `values` computes it
    from them for samples that contain each unit as often as `weights` says, shape (samples, units); NaN where it is
    undefined, for the reason `undefined`. `stratified`: samples are drawn separately from the positive and the negative
    units of the first column. `lower_is_better`: as of error rates.
    """

    terms: Callable[[LabelPairs], Terms]
    values: Callable[[Terms, Integers], Floats]
    undefined: str
    stratified: bool = False
    lower_is_better: bool = False

    @property
    def resamples(self) -> int:
        return 1_000 if self.stratified else 2_000

    @property
    def sign(self) -> int:
        return -1 if self.lower_is_better else 1


Metric: TypeAlias = MeanMetric | CorpusMetric
