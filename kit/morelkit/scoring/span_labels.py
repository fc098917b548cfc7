"""Span labels of a record, gold or predicted: check them, and complete soft from hard labels or the reverse."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from morelkit.formats.table import TABLE
from morelkit.scoring.prediction_format import ItemError, LabelReader, PredictionFormat
from morelkit.scoring.problems import Fault, kind_of, probability_faults, short
from morelkit.text.spans import is_offset

Range = tuple[int, int]
SoftRange = tuple[int, int, float]
TABLE_ANSWER: Final = TABLE.key("answer")
"""The field of the answer in releases of tables."""
HARD: Final = 0.5
"""A soft label above this probability is also a hard one, where a record has no hard labels."""


class Lengths(NamedTuple):
    """The length of an answer in code points, UTF-16 code units and UTF-8 bytes."""

    code_points: int
    utf16: int
    utf8: int

    @classmethod
    def of(cls, text: str) -> "Lengths":
        if text.isascii():
            return cls(len(text), len(text), len(text))
        return cls(len(text), len(text.encode("utf-16-le")) // 2, len(text.encode()))


@dataclass(frozen=True, slots=True)
class SpanLabels:
    """Hard and soft labels of an answer in code points, in file order. Spans may overlap."""

    hard: list[Range]
    soft: list[SoftRange]


def answer_of(record: Mapping[str, Any]) -> str:
    """Return the text that is marked. Raises `ItemError`."""
    field = "model_output_text" if "model_output_text" in record else TABLE_ANSWER
    answer = record.get(field)
    if not isinstance(answer, str):
        raise ItemError(f"It has no {field}, so nothing can be marked in it.")
    return answer


def lengths_of(record: Mapping[str, Any]) -> Lengths:
    return Lengths.of(answer_of(record))


def read_span_labels(record: Mapping[str, Any]) -> SpanLabels:
    """Return the labels of a record without faults.

    Without soft labels, hard ones have the probability 1. Without hard labels, they are the soft ones above one half.
    """
    given_soft, given_hard = record.get("soft_labels"), record.get("hard_labels")
    if given_soft is None:
        hard = [(span[0], span[1]) for span in given_hard or ()]
        return SpanLabels(hard, [(start, end, 1.0) for start, end in hard])
    soft = [(label["start"], label["end"], float(label["prob"])) for label in given_soft]
    if given_hard is None:
        return SpanLabels([(start, end) for start, end, prob in soft if prob > HARD], soft)
    return SpanLabels([(span[0], span[1]) for span in given_hard], soft)


def span_faults(record: Mapping[str, Any], lengths: Lengths) -> Iterator[Fault]:
    """Yield what is wrong with the labels of a record."""
    soft, hard = record.get("soft_labels"), record.get("hard_labels")
    if _are_sound(soft, hard, lengths.code_points):
        return
    if soft is None and hard is None:
        yield Fault("", "missing_labels", "The record has neither soft_labels nor hard_labels.")
    ends: list[tuple[str, int]] = []
    if soft is not None:
        yield from _list_faults("soft_labels", soft, lengths, ends)
    if hard is not None:
        yield from _list_faults("hard_labels", hard, lengths, ends)
    if ends:
        yield from _past_the_end(ends, lengths)


def _are_sound(soft: Any, hard: Any, length: int) -> bool:
    """Return whether labels have no fault, without saying which: most have none."""
    try:
        for label in soft or ():
            start, end, prob = label["start"], label["end"], label["prob"]
            if not (type(start) is int and type(end) is int and 0 <= start < end <= length):
                return False
            if not (type(prob) in (float, int) and 0 <= prob <= 1 and type(label.get("label", "")) is str):
                return False
        for start, end, *label in hard or ():
            if not (type(start) is int and type(end) is int and 0 <= start < end <= length):
                return False
            if label and not (len(label) == 1 and type(label[0]) is str):
                return False
    except (TypeError, ValueError, KeyError, AttributeError):
        return False
    return (isinstance(soft, list) and isinstance(hard, list | None)) or (
        isinstance(hard, list) and soft is None
    )


def _list_faults(field: str, value: object, lengths: Lengths, ends: list[tuple[str, int]]) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield Fault(f"/{field}", "not_a_list", f"{field} is {kind_of(value)}, not a list.")
        return
    of_entry = _soft_faults if field == "soft_labels" else _hard_faults
    for index, entry in enumerate(value):
        yield from of_entry(f"/{field}/{index}", entry, lengths, ends)


def _soft_faults(
    pointer: str, entry: object, lengths: Lengths, ends: list[tuple[str, int]]
) -> Iterator[Fault]:
    if not isinstance(entry, dict):
        yield Fault(pointer, "bad_soft_label", f"A soft label is an object, and this is {kind_of(entry)}.")
        return
    missing = [key for key in ("start", "end", "prob") if key not in entry]
    for key in missing:
        yield Fault(f"{pointer}/{key}", "missing_field", f"The soft label has no {key}.")
    if "start" not in missing and "end" not in missing:
        named = ((f"{pointer}/start", entry["start"]), (f"{pointer}/end", entry["end"]))
        yield from _range_faults(named, lengths, ends)
    if "prob" not in missing:
        yield from probability_faults(f"{pointer}/prob", entry["prob"])
    if "label" in entry and not isinstance(entry["label"], str):
        yield Fault(f"{pointer}/label", "bad_span_label", f"The label is {kind_of(entry['label'])}.")


def _hard_faults(
    pointer: str, entry: object, lengths: Lengths, ends: list[tuple[str, int]]
) -> Iterator[Fault]:
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        what = f"a list of {len(entry)}" if isinstance(entry, list) else kind_of(entry)
        yield Fault(pointer, "bad_hard_label", f"A hard label is a list of two offsets, and this is {what}.")
        return
    yield from _range_faults(((f"{pointer}/0", entry[0]), (f"{pointer}/1", entry[1])), lengths, ends)
    if len(entry) == 3 and not isinstance(entry[2], str):
        yield Fault(f"{pointer}/2", "bad_span_label", f"The label is {kind_of(entry[2])}.")


def _range_faults(
    named: tuple[tuple[str, object], tuple[str, object]], lengths: Lengths, ends: list[tuple[str, int]]
) -> Iterator[Fault]:
    """Yield the faults of start and end. Offsets past the end are appended to `ends` instead."""
    (_, start), (pointer, end) = named
    for where, offset in named:
        if not is_offset(offset):
            yield Fault(where, "not_an_integer", f"The offset is {kind_of(offset)}, not an integer.")
        elif offset < 0:
            yield Fault(where, "negative", f"The offset {short(offset)} is negative.")
    if not (is_offset(start) and is_offset(end)) or start < 0 or end < 0:
        return
    if start == end:
        yield Fault(pointer, "empty", f"The span is empty: start and end are both {short(start)}.")
    elif start > end:
        yield Fault(pointer, "reversed", f"The end {short(end)} is before the start {short(start)}.")
    if max(start, end) > lengths.code_points:
        ends += [(where, each) for where, each in named if is_offset(each) and each > lengths.code_points]


def _past_the_end(ends: list[tuple[str, int]], lengths: Lengths) -> Iterator[Fault]:
    """Yield a fault for each offset past the end, with the unit of offsets that explains all of them."""
    furthest = max(offset for _, offset in ends)
    code, hint = "past_the_end", ""
    if furthest <= lengths.utf16:
        code, hint = "utf16_offsets", f" It fits the {lengths.utf16:,} UTF-16 code units of the answer."
    elif furthest <= lengths.utf8:
        code, hint = "byte_offsets", f" It fits the {lengths.utf8:,} UTF-8 bytes of the answer."
    for pointer, offset in ends:
        length = f"{lengths.code_points:,} code points"
        yield Fault(
            pointer, code, f"The offset {short(offset)} is past the end of the answer ({length}).{hint}"
        )


_READER: Final = LabelReader(span_faults, read_span_labels)
MUSHROOM: Final = PredictionFormat(
    name="mushroom",
    key="id",
    signatures=(frozenset({"model_output_text"}), frozenset({"id", TABLE_ANSWER})),
    extent=lengths_of,
    gold=_READER,
    prediction=_READER,
)
"""Mu-SHROOM, and releases of tables: soft labels, hard labels or both."""
