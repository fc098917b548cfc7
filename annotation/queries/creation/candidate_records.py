"""The record of a candidate: the item that it becomes, stored as JSON."""

import json
from dataclasses import asdict, replace
from typing import Any

from annotation.models import Candidate, Question
from morelkit.formats.item_records import ItemRecord
from morelkit.formats.record_format import RecordFormat

REFERENCE_FIELDS = ("reference_url", "reference_title", "reference_text", "reference_doi")
"""In which the candidates of a question must agree."""


CREATION = "creation"
_STATE = {"state", "draw", "question", "verdicts"}


def is_creation(key: str, value: object) -> bool:
    """Return whether this is what an export adds to the record of a candidate: it is no part of it."""
    return key == CREATION and isinstance(value, dict) and value.keys() == _STATE


def to_text(record: ItemRecord) -> str:
    """Return the record as JSON. Annotations in it are left out: they are imported for items."""
    values = asdict(replace(record, annotations=None, annotation_labels=None))
    del values["split_replaced"], values["claims"]  # Only of items.
    return json.dumps(values, ensure_ascii=False)


def from_text(text: str) -> ItemRecord:
    values: dict[str, Any] = json.loads(text)
    for name in ("reference_authors", "key_order"):
        values[name] = tuple(values[name])
    values["reference_sections"] = tuple((title, part) for title, part in values["reference_sections"])
    return ItemRecord(**values)


def reference_parts(record: ItemRecord) -> dict[str, str]:
    """Return what the record says about its reference, by field; empty if it names none."""
    parts = {name: getattr(record, name) for name in REFERENCE_FIELDS} | {"reference_text": record.extract}
    return parts if any(parts.values()) else {}


def record_with_reference(question: Question) -> ItemRecord | None:
    """Return the first record of a visible candidate that names a reference."""
    rows = Candidate.objects.visible().filter(question=question).order_by("pk")
    records = map(from_text, rows.values_list("record", flat=True))
    return next((record for record in records if reference_parts(record)), None)


def with_reference(record: ItemRecord, other: ItemRecord, record_format: RecordFormat) -> ItemRecord:
    """Return `record` with address, title and text of the reference of `other`, under keys of the format."""
    names = [name for name in ("reference_url", "reference_title", "reference_text") if getattr(other, name)]
    keys = {record_format.key(name): name for name in names}
    attributes = record.key_attributes
    return replace(
        record,
        **{name: getattr(other, name) for name in names},
        reference_target=other.reference_target,
        reference_sections=other.reference_sections,
        reference_authors=other.reference_authors,
        reference_doi=other.reference_doi,
        key_order=(*record.key_order, *(key for key in keys if key not in record.key_order)),
        key_attributes={**attributes, **keys} if attributes else attributes,
    )
