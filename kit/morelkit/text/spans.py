"""Spans: the ranges that an annotator marked in an answer.

Untrusted spans are checked here once; all other code relies on the check.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeGuard

from morelkit.text.storable_text import text_fault

MAX_ID_LENGTH = 36

SpanField = Literal["", "start", "end", "label", "id"]


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range `[start, end)` of an answer, in code points.

    `id` stays the same when the span is edited, so that evidence keeps its span; imported spans have none.
    """

    start: int
    end: int
    label: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class SpanProblem:
    """A problem with one span of a list. `index` is -1 if the problem is the list itself."""

    index: int
    field: SpanField
    code: str
    detail: str


def check(spans: object, length: int, labels: Collection[str]) -> tuple[list[Span], list[SpanProblem]]:
    """Return the valid spans in untrusted JSON, in the order given, and every problem.

    `length`: code points of the answer. `labels`: the allowed labels. Store the spans (after `unite`) only if there
    are no problems.
    """
    if not isinstance(spans, list):
        return [], [SpanProblem(-1, "", "not_a_list", "Spans must be a list.")]
    valid: list[Span] = []
    problems: list[SpanProblem] = []
    seen: set[str] = set()
    ranges: dict[tuple[int, int, str], int] = {}  # of a valid span → its index
    for index, span in enumerate(spans):
        if not isinstance(span, dict):
            problems.append(SpanProblem(index, "", "not_an_object", f"Span {index} must be an object."))
            continue
        id_ = span.get("id")
        found = [
            SpanProblem(index, field, code, f"Span {index}: {detail}")
            for field, code, detail in (
                *_range_faults(span.get("start"), span.get("end"), length),
                *_label_faults(span.get("label"), labels),
                *_id_faults(id_, seen),
            )
        ]
        problems += found
        if isinstance(id_, str):
            seen.add(id_)
        if not found:
            range_ = (span["start"], span["end"], span["label"])
            if (first := ranges.setdefault(range_, index)) != index:
                problems.append(_repeated(index, first, range_))
            else:
                valid.append(Span(*range_, span["id"]))
    return valid, problems


def _repeated(index: int, first: int, range_: tuple[int, int, str]) -> SpanProblem:
    start, end, label = range_
    same = f"it is the same as span {first}: start {start}, end {end}, label “{label}”."
    return SpanProblem(index, "", "repeated_span", f"Span {index}: {same}")


Fault = tuple[SpanField, str, str]


MAX_OFFSET: Final = 2**53 - 1
"""No text is as long. Raw spans may end past their text; larger numbers fit neither arrays nor JavaScript."""


def is_offset(value: object) -> TypeGuard[int]:
    """Return whether the value is an integer. True and 3.0 are not, although Python computes with them."""
    return type(value) is int


def _range_faults(start: object, end: object, length: int) -> list[Fault]:
    faults: list[Fault] = []
    bounds: tuple[tuple[SpanField, object], ...] = (("start", start), ("end", end))
    for field, offset in bounds:
        if not is_offset(offset):
            faults.append((field, "not_an_integer", f"{field} must be an integer number of code points."))
        elif offset < 0:
            faults.append((field, "negative", f"{field} {offset} is negative."))
        elif offset > length:
            faults.append((field, "past_the_end", f"{field} {offset} is past the answer's end ({length})."))
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
    """Return the spans sorted, with overlapping spans of the same label joined.

    A joined span keeps the id of its first part: the one that starts first, or the first given if several start at the
    same offset. Touching spans (start == previous end) stay apart: normalization decides whether they are one.
    """
    united: list[Span] = []
    last: dict[str, int] = {}  # label → index of its last span in `united`
    for span in sorted(spans, key=lambda span: span.start):
        index = last.get(span.label)
        if index is not None and span.start < united[index].end:
            if span.end > united[index].end:
                united[index] = replace(united[index], end=span.end)
        else:
            last[span.label] = len(united)
            united.append(span)
    return sorted(united, key=lambda span: (span.start, span.end, span.label))


def clip(spans: Iterable[Span], length: int) -> list[Span]:
    """Return the spans cut to a text of `length` code points. Spans past its end become empty."""
    return [
        span if span.end <= length else replace(span, start=min(span.start, length), end=length)
        for span in spans
    ]
