"""Shapes that several reads return."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict


@dataclass(frozen=True)
class NamedAnnotator:
    key: str
    name: str


@dataclass(frozen=True)
class ItemHead:
    """What every list and every view of an item begins with."""

    id: int
    external_id: str
    language: str
    spelling: str
    direction: Literal["ltr", "rtl"]
    question: str


@dataclass(frozen=True)
class GoldSpan:
    start: int
    end: int


class GoldLabel(TypedDict):
    """Of an item label the share of the most frequent choice; of the derived label the rule instead."""

    value: str | None
    tie: bool
    share: NotRequired[float]
    n: NotRequired[int]
    rule: NotRequired[str]
