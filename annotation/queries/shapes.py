"""Shapes that several reads return."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from annotation.models import Page
from morelkit.text.languages import Direction

PageState = Page.State


@dataclass(frozen=True)
class NamedAnnotator:
    key: str
    name: str


@dataclass(frozen=True)
class ItemHead:
    """What every list and every view of an item begins with. `direction`: of the answer."""

    id: int
    external_id: str
    language: str
    spelling: str
    direction: Direction
    question: str


@dataclass(frozen=True)
class MyProgress:
    """Of the person's own work. `todo`: held and not begun. `today`: submitted since midnight, where the person is.

    `items`: those of their assignment, which a quota, a crowd study or a field limits; else all work items in their
    languages. `done`: submitted of these. A worker's earlier crowd studies are no part of the assignment.
    """

    todo: int
    submitted: int
    done: int
    drafts: int
    skipped: int
    items: int
    today: int


@dataclass(frozen=True)
class CreationProgress:
    """Of the questions of the creation step in the person's languages. `ran_out`: all candidates are rejected."""

    questions: int
    accepted: int
    unusable: int
    ran_out: int


@dataclass(frozen=True)
class GoldSpan:
    start: int
    end: int


@dataclass(frozen=True)
class LabeledSpan:
    start: int
    end: int
    label: str


class GoldLabel(TypedDict):
    """Of an item label the share of the most frequent choice; of the derived label the rule instead."""

    value: str | None
    tie: bool
    share: NotRequired[float]
    n: NotRequired[int]
    rule: NotRequired[str]


class SpanContent(TypedDict):
    """A span as content holds it."""

    id: str
    start: int
    end: int
    label: str
