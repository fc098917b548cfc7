"""What the predictions for a kind of dataset are: how they are joined to items, checked and read.

To add a format, write a module that defines it and add it to `prediction_formats`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from morelkit.scoring.problems import Fault

Record = Mapping[str, Any]


class ItemError(ValueError):
    """An item that cannot be predicted. The message is a sentence."""


@dataclass(frozen=True, slots=True)
class LabelReader:
    """`faults` yields what is wrong with the labels of a record, given the extent of its item. `read` returns the
    labels of a record without faults.
    """

    faults: Callable[[Record, Any], Iterator[Fault]]
    read: Callable[[Record], Any]


@dataclass(frozen=True, slots=True)
class PredictionFormat:
    """A format of predictions.

    `key`: the field that joins predictions and items. `by_position`: items may lack it, and are then joined by their
    position. `signatures`: sets of fields, one of which all items of this format have. `extent` returns what labels of
    an item may refer to, and raises `ItemError`. `scores`: predictions are scores of risk, not labels.
    """

    name: str
    key: str
    signatures: tuple[frozenset[str], ...]
    extent: Callable[[Record], Any]
    gold: LabelReader
    prediction: LabelReader
    by_position: bool = False
    scores: bool = False
