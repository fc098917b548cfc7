"""Read raw annotations: every annotator's spans and item labels, in the form of `.extra` files.

They are stored verbatim and in file order. Real files have zero-length spans, spans of white space and spans past the
end of the text: these are legal here and normalized when they are counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from morelkit.formats.annotation_fields import IMPORTED, column, field_faults
from morelkit.formats.column_mapping import Problem
from morelkit.formats.item_records import LABEL_FIELDS, external_id, id_faults, type_name
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.raw_evidence import evidence_faults
from morelkit.formats.record_format import MAX_LITERAL, RecordFormat, literal, value_at
from morelkit.scheme.schemes import Scheme
from morelkit.text.spans import MAX_OFFSET, is_offset
from morelkit.text.storable_text import value_fault

MAX_KEY_LENGTH = 200


@dataclass(slots=True)
class AnnotationsRecord:
    """The annotations of one item, by annotator: spans `[start, end]` or `[start, end, label]`, item labels, evidence.

    `labels`: the record's label fields, as they are. `fields`: name (see `annotation_fields`) → value by annotator.
    """

    external_id: str
    annotations: dict[str, list[list[Any]]]
    annotation_labels: dict[str, dict[str, str]]
    annotation_evidence: dict[str, list[dict[str, Any]]]
    labels: dict[str, Any]
    fields: dict[str, dict[str, Any]] = field(default_factory=dict)


Fault = tuple[str, str, str]
"""Column, code, and a sentence."""


def read_annotations(
    row: Mapping[str, Any],
    line: int,
    mapping: Mapping[str, str],
    scheme: Scheme | None = None,
    record_format: RecordFormat = MUSHROOM,
    row_id: str = "",
) -> tuple[AnnotationsRecord | None, list[Problem]]:
    """Return the annotations in `row`, or None and every problem. Without `annotations`, they are the format's votes.

    A field may be a string that holds a Python literal, as in the validation files of Mu-SHROOM. With a `scheme`, only
    its span labels, item labels and choices are allowed, and a span needs a label if the scheme has several. Required
    item labels may be absent. `mapping`: the column of each field; `line` is used in problems. `row_id`: see
    `read_item`.
    """
    id_column = mapping.get("id", record_format.key("id"))
    faults = list(id_faults(value_at(row, id_column), id_column))
    if "annotations" not in row and record_format.votes:
        votes = record_format.votes(row)
        spans, labels = votes.annotations, votes.annotation_labels
        faults += votes.faults
    else:
        spans, span_faults = _read_object(row, "annotations")
        labels, label_faults = _read_object(row, "annotation_labels")
        faults = span_faults + faults
        if "annotations" not in row:
            faults.append(("annotations", "missing", "There is no “annotations”."))
        faults += label_faults
    evidence, field_faults = _read_object(row, "annotation_evidence")
    faults += field_faults
    for key, value in spans.items():
        faults += _annotator_faults(key, value, scheme)
    faults += _item_label_faults(labels, spans, scheme)
    faults += _evidence_faults(evidence, spans)
    fields, field_problems = _read_fields(row, spans, scheme)
    faults += field_problems
    if faults:
        return None, [Problem(line, *fault) for fault in faults]
    return AnnotationsRecord(
        external_id=external_id(row, mapping, record_format, row_id),
        annotations={key: [list(span) for span in value] for key, value in spans.items()},
        annotation_labels=labels,
        annotation_evidence={key: value for key, value in evidence.items() if value},
        labels={key: row[key] for key in (*LABEL_FIELDS, *record_format.label_fields) if key in row},
        fields=fields,
    ), []


def _read_object(row: Mapping[str, Any], field: str) -> tuple[dict[str, Any], list[Fault]]:
    value = row.get(field, {})
    if isinstance(value, str):
        if len(value) > MAX_LITERAL:
            detail = f"“{field}” is a text of more than {MAX_LITERAL:,} characters: write it as an object."
            return {}, [(field, "too_long", detail)]
        value = literal(value)
        if value is None:
            return {}, [(field, "bad_literal", f"“{field}” is a text that does not hold an object.")]
        if fault := value_fault(value):
            return {}, [(field, "unstorable_text", f"“{field}” {fault}.")]
    if not isinstance(value, dict):
        return {}, [(field, "not_an_object", f"“{field}” must be an object, not {type_name(value)}.")]
    return value, []


def _read_fields(
    row: Mapping[str, Any], spans: Mapping[str, Any], scheme: Scheme | None
) -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """Return the other fields of annotations that the record has."""
    fields: dict[str, dict[str, Any]] = {}
    faults: list[Fault] = []
    for name in IMPORTED:
        if (key := column(name)) in row:
            values, wrong = _read_object(row, key)
            faults += wrong
            faults += [(key, *fault) for fault in field_faults(name, values, spans)]
            if (
                name == "nothing_to_mark"
                and scheme is not None
                and not scheme.uses_spans
                and any(values.values())
            ):
                faults.append((key, "not_used", "This project marks no spans."))
            fields[name] = values
    return fields, faults


def _annotator_faults(key: object, spans: object, scheme: Scheme | None) -> Iterator[Fault]:
    if not isinstance(key, str) or not key.strip() or len(key) > MAX_KEY_LENGTH:
        detail = f"An annotator's key must be a text of 1 to {MAX_KEY_LENGTH} characters."
        yield "annotations", "bad_annotator", detail
    elif not isinstance(spans, list | tuple):
        detail = f"The spans of {key} must be a list, not {type_name(spans)}."
        yield "annotations", "not_a_list", detail
    else:
        for index, span in enumerate(spans):
            for code, detail in _span_faults(span, scheme):
                yield "annotations", code, f"{key}, span {index}: {detail}"


def _span_faults(span: object, scheme: Scheme | None) -> Iterator[tuple[str, str]]:
    if not isinstance(span, list | tuple) or len(span) not in (2, 3):
        yield "not_a_span", "a span is a list of start, end and perhaps a label."
        return
    start, end, *label = span
    if not is_offset(start) or not is_offset(end):
        yield "not_an_integer", "start and end must be integers."
    elif start < 0:
        yield "negative", f"start {start} is negative."
    elif end < start:
        yield "reversed", f"its end {end} is before its start {start}."
    elif end > MAX_OFFSET:
        yield "too_large", f"its end is larger than {MAX_OFFSET:,}."
    yield from _span_label_faults(label, scheme)


def _span_label_faults(label: list[object], scheme: Scheme | None) -> Iterator[tuple[str, str]]:
    if label and (not isinstance(label[0], str) or not label[0]):
        yield "bad_label", "a label must be a text."
    elif scheme is not None:
        known = [each.name for each in scheme.span_labels]
        if not label and len(known) > 1:
            yield "missing_label", f"it needs a label, one of {', '.join(known)}."
        elif label and label[0] not in known:
            yield "unknown_label", f"the label “{label[0]}” is not one of the project's ({', '.join(known)})."


def _evidence_faults(evidence: Mapping[Any, Any], annotators: Mapping[str, Any]) -> Iterator[Fault]:
    field = "annotation_evidence"
    for key, entries in evidence.items():
        spans = annotators.get(key)
        if not isinstance(spans, list | tuple):
            yield field, "unknown_annotator", f"“{key}” has evidence but no spans in “annotations”."
        elif not isinstance(entries, list):
            yield field, "not_a_list", f"The evidence of {key} must be a list, not {type_name(entries)}."
        else:
            known = [list(span) for span in spans if isinstance(span, list | tuple)]
            for index, entry in enumerate(entries):
                for code, detail in evidence_faults(entry, known):
                    yield field, code, f"{key}, evidence {index}: {detail}"


def _item_label_faults(
    labels: Mapping[Any, Any], annotators: Mapping[str, Any], scheme: Scheme | None
) -> Iterator[Fault]:
    field = "annotation_labels"
    for key, chosen in labels.items():
        if key not in annotators:
            yield field, "unknown_annotator", f"“{key}” has labels but does not stand in “annotations”."
        if not isinstance(chosen, dict) or not all(isinstance(choice, str) for choice in chosen.values()):
            yield field, "not_an_object", f"The labels of {key} must be an object of names and choices."
        elif scheme is not None:
            known = {each.name: {choice.name for choice in each.choices} for each in scheme.item_labels}
            for name, choice in chosen.items():
                if name not in known:
                    yield field, "unknown_label", f"{key}: there is no item label “{name}”."
                elif choice not in known[name]:
                    yield field, "unknown_choice", f"{key}: “{choice}” is no choice of “{name}”."
