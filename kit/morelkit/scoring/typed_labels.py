"""Span labels with types: SHROOM-visions, and releases of projects with several span labels."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from morelkit.scoring.painted_labels import painted
from morelkit.scoring.prediction_format import LabelReader, PredictionFormat, Record
from morelkit.scoring.problems import Fault
from morelkit.scoring.span_labels import (
    TABLE_ANSWER,
    Lengths,
    SoftRange,
    SpanLabels,
    lengths_of,
    read_span_labels,
    span_faults,
)


@dataclass(frozen=True, slots=True)
class TypedLabels(SpanLabels):
    """Labels of an answer: merged, so that a character has the largest probability of its labels, and by label."""

    by_label: Mapping[str, list[SoftRange]]


def typed_faults(record: Record, lengths: Lengths) -> Iterator[Fault]:
    """Yield what is wrong with the labels of a prediction: as without types, and spans without a label."""
    found = list(span_faults(record, lengths))
    yield from found
    if found:
        return
    for place, label in enumerate(record.get("soft_labels") or ()):
        if "label" not in label:
            yield Fault(f"/soft_labels/{place}/label", "missing_field", "The soft label has no label.")
    if record.get("soft_labels") is None:
        for place, span in enumerate(record["hard_labels"]):
            if len(span) < 3:
                yield Fault(f"/hard_labels/{place}/2", "missing_field", "The hard label has no label.")


def read_typed_labels(record: Record) -> TypedLabels:
    """Return the labels of a record without faults. Spans without a label have the label “”."""
    by_label: dict[str, list[SoftRange]] = defaultdict(list)
    if record.get("soft_labels") is not None:
        for each in record["soft_labels"]:
            by_label[each.get("label", "")].append((each["start"], each["end"], float(each["prob"])))
    else:
        for start, end, *label in record["hard_labels"]:
            by_label["".join(label)].append((start, end, 1.0))
    return TypedLabels(read_span_labels(record).hard, largest(by_label), dict(by_label))


def typed_gold_faults(record: Record, lengths: Lengths) -> Iterator[Fault]:
    yield from span_faults(record, lengths)
    by_label = record.get("span_labels", {})
    if not isinstance(by_label, dict) or not all(isinstance(each, dict) for each in by_label.values()):
        yield Fault(
            "/span_labels", "missing_labels", "span_labels is no object with an object for each label."
        )
        return
    for name, labels in by_label.items():
        yield from (
            fault._replace(detail=f"{name}: {fault.detail}") for fault in span_faults(labels, lengths)
        )


def read_typed_gold(record: Record) -> TypedLabels:
    """Return gold. In a release, soft labels are of all span labels together, and `span_labels` has each of them."""
    by_label: Mapping[str, Any] | None = record.get("span_labels")
    if by_label is None:
        return read_typed_labels(record)
    merged = read_span_labels(record)
    each = {name: read_span_labels(labels).soft for name, labels in by_label.items()}
    return TypedLabels(merged.hard, merged.soft, {name: soft for name, soft in each.items() if soft})


def largest(by_label: Mapping[str, list[SoftRange]]) -> list[SoftRange]:
    """Return the largest probability of the labels of each character, as ranges without overlap."""
    # What is painted last stays, so labels are painted in the order of their probability.
    ranges = [each for soft in by_label.values() for each in painted(soft)]
    return painted(sorted(ranges, key=lambda each: each[2]))


VISIONS: Final = PredictionFormat(
    name="visions",
    key="id",
    signatures=(
        frozenset({"model_output_text", "image"}),
        frozenset({"model_output_text", "span_labels"}),
        frozenset({TABLE_ANSWER, "span_labels"}),
    ),
    extent=lengths_of,
    gold=LabelReader(typed_gold_faults, read_typed_gold),
    prediction=LabelReader(typed_faults, read_typed_labels),
)
