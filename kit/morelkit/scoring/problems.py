"""Problems of prediction files: where they are, what is wrong, and what to do."""

import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

LISTED: Final = 100
"""Problems that a report lists. The others are counted."""

REMEDIES: Final = {
    "not_utf8": "Save the file as UTF-8.",
    "bad_json": "Write one JSON object a line.",
    "truncated_json": "Write the whole file again.",
    "not_an_object": "Write one JSON object a line.",
    "too_deep": "Write only the fields of a prediction.",
    "unstorable_text": "Remove the character.",
    "repeated_key": "Keep one of the two.",
    "not_finite": "Write a finite number.",
    "line_too_long": "Write one JSON object a line.",
    "list_too_long": "Write one JSON object a line instead of one list.",
    "compressed": "Rename the file.",
    "bad_gzip": "Compress the file again, or send it uncompressed.",
    "too_large": "Send only the predictions.",
    "no_records": "Write one record for each item.",
    "missing_id": "Copy the item's id into the record.",
    "bad_id": "Copy the item's id as it is in the gold or unlabelled file.",
    "repeated_id": "Keep one record an item.",
    "unknown_id": "Remove the record, or compare with the file of its language.",
    "extra_record": "Write as many records as there are items, in the same order.",
    "other_items": "Choose the predictions of the same language and split.",
    "withheld_gold": "Check them now, and score them when the gold is published.",
    "missing_prediction": "Add a record with this id.",
    "missing_labels": "Add soft_labels, hard_labels or both; predict no span with empty lists.",
    "not_a_list": "Write a list; an empty list predicts no span.",
    "bad_soft_label": "Write {“start”: 0, “prob”: 1.0, “end”: 4}.",
    "bad_hard_label": "Write [start, end].",
    "bad_span_label": "Write the name of the span label as a string.",
    "missing_field": "Add the field.",
    "not_an_integer": "Write an integer without quotation marks and without a decimal point.",
    "negative": "Count code points from 0.",
    "past_the_end": "Count code points of the answer as it is in the file, without trimming it; ends are exclusive.",
    "utf16_offsets": "Count Unicode code points (Python's str), not UTF-16 code units (JavaScript, Java).",
    "byte_offsets": "Count Unicode code points (Python's str), not UTF-8 bytes.",
    "empty": "Remove the span, or write an end after its start; ends are exclusive.",
    "reversed": "Write the smaller offset first.",
    "not_a_number": "Write a number without quotation marks.",
    "out_of_range": "Write a number from 0 to 1.",
    "unknown_value": "Write one of the values exactly as they are spelled here.",
    "wrong_length": "Write one number for each claim of the item, in the same order.",
}
"""What to do, by the code of a problem."""


class Fault(NamedTuple):
    """What is wrong with a record. `pointer`: JSON pointer into it (RFC 6901). `detail` is a sentence."""

    pointer: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a prediction file.

    `line` counts from 1, and is 0 if the problem is not in one line. `pointer`: JSON pointer into the record, "" for
    the record itself. `detail` is a sentence.
    """

    file: str
    line: int
    id: str
    pointer: str
    code: str
    detail: str

    @property
    def remedy(self) -> str:
        return REMEDIES[self.code]

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "remedy": self.remedy}

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        subject = " ".join(filter(None, (self.id and f"id “{self.id}”", self.pointer)))
        return _printable(": ".join(filter(None, (where, subject, f"{self.detail} {self.remedy}"))))


@dataclass(slots=True)
class Problems:
    """The first problems, and how many there are in all. Memory does not grow with their number."""

    listed: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, problem: Problem, *, first: bool = False) -> None:
        """Add a problem; with `first` at the top of the list."""
        self.count += 1
        if first:
            self.listed.insert(0, problem)
            del self.listed[LISTED:]
        elif len(self.listed) < LISTED:
            self.listed.append(problem)

    def lines(self) -> Iterator[str]:
        yield from map(str, self.listed)
        if self.count > len(self.listed):
            yield f"{self.count - len(self.listed):,} more problems."


class InvalidPredictionsError(Exception):
    """The predictions are invalid and have no score. The message lists the problems."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("\n".join(problems.lines()))
        self.problems = problems


def _printable(text: str) -> str:
    """Return a line of text with control characters, which a terminal would obey, as escapes."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def escaped(key: str) -> str:
    """Return a key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def kind_of(value: object) -> str:
    """Return what a JSON value is, for a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, float):
        return f"the float {short(value)}"
    if isinstance(value, int):
        return f"the integer {short(value)}"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def short(value: object, limit: int = 20) -> str:
    text = str(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def number_faults(pointer: str, value: object, what: str = "score") -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield Fault(pointer, "not_a_number", f"The {what} is {kind_of(value)}, not a number.")
    elif abs(value) > sys.float_info.max:  # a JSON integer has any number of digits
        yield Fault(pointer, "not_finite", f"The {what} {short(value)} is too large.")


def probability_faults(pointer: str, value: object) -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield from number_faults(pointer, value, "probability")
    elif not 0 <= value <= 1:
        yield Fault(pointer, "out_of_range", f"The probability {short(value)} is not from 0 to 1.")
