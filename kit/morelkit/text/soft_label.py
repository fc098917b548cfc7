"""The soft label: the share of an item's annotators who marked a range."""

from typing import TypedDict


class SoftLabel(TypedDict):
    """A range in code points with its share. Key order is that of the released files."""

    start: int
    prob: float
    end: int
