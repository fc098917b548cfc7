"""What a metric is: a name, a version, and what it computes from gold and predicted labels.

To add a metric, write a module that defines it and add it to `registry`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from morelkit.agreement.arrays import Floats

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
class MeanMetric:
    """A metric that is the mean of its items' scores. `formula`: for people.

    `scores` returns the score of each item, from −1 to 1, shape (items,). `version` is part of the signature, and
    changes whenever a score changes.
    """

    name: str
    version: int
    formula: str
    scores: Callable[[LabelPairs], Floats]

    @property
    def signature(self) -> str:
        return f"{self.name}@{self.version}"
