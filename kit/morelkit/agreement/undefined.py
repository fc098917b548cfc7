"""The reasons for which a measure is undefined. An undefined measure is never 0 or NaN, which look like values."""

from enum import StrEnum
from typing import TypeAlias


class Undefined(StrEnum):
    NO_ITEMS = "no_items"
    NO_SPANS = "no_spans"
    NO_PAIRS = "no_pairs"
    ONE_ITEM = "one_item"
    NOTHING_MARKED = "nothing_marked"
    ALL_MARKED = "all_marked"
    NO_VALUES = "no_values"
    ONE_VALUE = "one_value"

    @property
    def message(self) -> str:
        return _MESSAGES[self]


_MESSAGES = {
    Undefined.NO_ITEMS: "there are no items",
    Undefined.NO_SPANS: "the scheme of this project uses no spans",
    Undefined.NO_PAIRS: "no item has been annotated by two people",
    Undefined.ONE_ITEM: "one item has no spread",
    Undefined.NOTHING_MARKED: "nobody marked anything, so chance alone explains all agreement",
    Undefined.ALL_MARKED: "everybody marked everything, so chance alone explains all agreement",
    Undefined.NO_VALUES: "nobody set both labels",
    Undefined.ONE_VALUE: "only one value was ever chosen, so there is nothing to tell apart",
}

Value: TypeAlias = float | Undefined
