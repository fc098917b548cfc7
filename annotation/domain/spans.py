"""Spans: what an annotator marked in an answer.

A span that arrives from outside is checked here once; everything behind this module relies on it.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeGuard

from annotation.domain.text import text_fault

MAX_ID_LENGTH = 36

Place = Literal["", "start", "end", "label", "id"]


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range `[start, end)` of an answer, in code points.

    `id` follows the mark through edits, so that evidence stays with it; imported spans have none.
    """

    start: int
    end: int
    label: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class SpanProblem:
    """What is wrong with one place of a list of spans. `index` is -1 when it is the list itself."""

    index: int
    field: Place
    code: str
    detail: str


def check(spans: object, length: int, labels: Collection[str]) -> tuple[list[Span], list[SpanProblem]]:
    """Read the untrusted JSON value `spans` against an answer of `length` code points.

    Returns the sound spans in the order given, and every problem, not only the first. What is returned may be
    stored (after `unite`) only if there is no problem.
    """
    if not isinstance(spans, list):
        return [], [SpanProblem(-1, "", "not_a_list", "Spans must be a list.")]
    sound: list[Span] = []
    problems: list[SpanProblem] = []
    seen: set[str] = set()
    for index, span in enumerate(spans):
        if not isinstance(span, dict):
            problems.append(SpanProblem(index, "", "not_an_object", f"Span {index} must be an object."))
            continue
        id_ = span.get("id")
        found = [
            SpanProblem(index, place, code, f"Span {index}: {detail}")
            for place, code, detail in (
                *_range_faults(span.get("start"), span.get("end"), length),
                *_label_faults(span.get("label"), labels),
                *_id_faults(id_, seen),
            )
        ]
        problems += found
        if isinstance(id_, str):
            seen.add(id_)
        if not found:
            sound.append(Span(span["start"], span["end"], span["label"], span["id"]))
    return sound, problems


Fault = tuple[Place, str, str]


def is_offset(value: object) -> TypeGuard[int]:
    """JSON's true and 3.0 are no offsets, though Python would count with them."""
    return type(value) is int


def _range_faults(start: object, end: object, length: int) -> list[Fault]:
    faults: list[Fault] = []
    bounds: tuple[tuple[Place, object], ...] = (("start", start), ("end", end))
    for place, offset in bounds:
        if not is_offset(offset):
            faults.append((place, "not_an_integer", f"{place} must be an integer number of code points."))
        elif offset < 0:
            faults.append((place, "negative", f"{place} {offset} is negative."))
        elif offset > length:
            faults.append((place, "past_the_end", f"{place} {offset} is past the answer's end ({length})."))
    if not faults and is_offset(start) and is_offset(end) and start >= end:
        if start == end:
            faults.append(("end", "empty", f"it is empty: start and end are both {start}."))
        else:
            faults.append(("end", "reversed", f"its end {end} is before its start {start}."))
    return faults


def _label_faults(label: object, labels: Collection[str]) -> list[Fault]:
    if isinstance(label, str) and label in labels:
        return []
    known = ", ".join(labels) or "none"
    return [("label", "unknown_label", f"its label is not one of the project's ({known}).")]


def _id_faults(id_: object, seen: Collection[str]) -> list[Fault]:
    if not isinstance(id_, str) or not 0 < len(id_) <= MAX_ID_LENGTH or text_fault(id_):
        return [("id", "bad_id", f"id must be a text of 1 to {MAX_ID_LENGTH} characters.")]
    if id_ in seen:
        return [("id", "repeated_id", f"id {id_} stands for another span of this annotation already.")]
    return []


def unite(spans: Iterable[Span]) -> list[Span]:
    """Sort, and join spans of the same label that overlap.

    The id of the one that starts first stays; where two start together, of the one that stands first.
    Touching spans (start == previous end) stay apart: whether they are one mark is for normalization to say.
    """
    united: list[Span] = []
    last: dict[str, int] = {}  # label → index in `united` of its latest span
    for span in sorted(spans, key=lambda span: span.start):
        at = last.get(span.label)
        if at is not None and span.start < united[at].end:
            if span.end > united[at].end:
                united[at] = replace(united[at], end=span.end)
        else:
            last[span.label] = len(united)
            united.append(span)
    return sorted(united, key=lambda span: (span.start, span.end, span.label))


def clip(spans: Iterable[Span], length: int) -> list[Span]:
    """Cut imported spans to a text of `length` code points. What lay past it is left with zero length."""
    return [
        span if span.end <= length else replace(span, start=min(span.start, length), end=length)
        for span in spans
    ]
